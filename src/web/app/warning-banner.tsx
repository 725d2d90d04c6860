// The banner for connection problems. It also says what happens to what the person writes.
import { usePage } from "../page/page.ts";

export function WarningBanner() {
  const page = usePage();
  const warning = page.warning.value;
  return (
    <div class="warning-banner" role="status">
      {warning && (
        <>
          <p>{warning.message}</p>
          {warning.action === "try now" && (
            <button type="button" onClick={() => page.tryNow()}>
              Try now
            </button>
          )}
          {warning.action === "reload" && (
            <button type="button" onClick={() => window.location.reload()}>
              Reload
            </button>
          )}
        </>
      )}
    </div>
  );
}
