// The banner for connection problems. It also says what happens to what the person writes.
import { usePage } from "../page/page.ts";

export function TroubleBanner() {
  const page = usePage();
  const trouble = page.trouble.value;
  return (
    <div class="trouble-banner" role="status">
      {trouble && (
        <>
          <p>{trouble.message}</p>
          {trouble.action === "try now" && (
            <button type="button" onClick={() => page.tryNow()}>
              Try now
            </button>
          )}
          {trouble.action === "reload" && (
            <button type="button" onClick={() => window.location.reload()}>
              Reload
            </button>
          )}
        </>
      )}
    </div>
  );
}
