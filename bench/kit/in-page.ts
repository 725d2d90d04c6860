// Programs that run in the page, as text: what a person would see is measured there.

/** When an element was first painted, since the navigation. */
export const painted = (selector: string): string =>
  `new Promise((resolve) => {
    const look = () => document.querySelector(${JSON.stringify(selector)})
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      : requestAnimationFrame(look);
    look();
  })`;

/** Looked at in each frame. The page's policy does not let playwright wait for a condition. */
export const eventually = (condition: string): string =>
  `new Promise((resolve) => {
    const look = () => (${condition}) ? resolve() : requestAnimationFrame(look);
    look();
  })`;

/** From a click until an element was painted. */
export const paintedAfterClick = (button: string, selector: string): string =>
  `(async () => {
    const start = performance.now();
    document.querySelector(${JSON.stringify(button)}).click();
    return (await ${painted(selector)}) - start;
  })()`;

/** From now on `frames_` has the time of each frame, `tasks_` that of each task over 50 ms. */
export const watchFrames = `(() => {
  const frames = (globalThis.frames_ = []);
  const tasks = (globalThis.tasks_ = []);
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration); }).observe({ type: "longtask" });
  let last = performance.now();
  const step = (now) => { frames.push(now - last); last = now; requestAnimationFrame(step); };
  requestAnimationFrame(step);
})()`;

/** From now on `keys_` has, for each key, how long the page was busy with it, and when the next frame was painted. */
export const watchKeys = `(() => {
  const keys = (globalThis.keys_ = []);
  addEventListener("keydown", ({ timeStamp }) => {
    const start = performance.now();
    const key = { busy: 0, painted: 0 };
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { key.painted = performance.now() - timeStamp; keys.push(key); };
      port2.postMessage(0);
    });
    // After the listeners of the page, for this event and for the input that follows it.
    addEventListener("input", () => queueMicrotask(() => { key.busy = performance.now() - start; }), { once: true });
  }, { capture: true });
})()`;

/** Where the item in the middle of what is scrolled is, and which one that is. */
export const middleItem = `(() => {
  const scroller = document.querySelector(".transcript");
  const { top, bottom } = scroller.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  globalThis.item_ = [...scroller.querySelectorAll(".item")].find((item) => item.getBoundingClientRect().bottom > middle);
  return globalThis.item_.getBoundingClientRect().top;
})()`;

/** Where that item is now, once it has stayed there for ten frames. */
export const restingItem = `new Promise((resolve) => {
  let [last, count] = [NaN, 0];
  const look = () => {
    const { top } = globalThis.item_.getBoundingClientRect();
    count = top === last ? count + 1 : 0;
    last = top;
    if (count === 10) resolve(top); else requestAnimationFrame(look);
  };
  look();
})`;
