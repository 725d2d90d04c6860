// Runs tasks that must not overlap, one after the other, in the order of their calls. A task's failure concerns only its caller.

export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles like the task. */
  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when every task that was given so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
