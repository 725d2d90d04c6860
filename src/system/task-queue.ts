// Tasks that must not overlap run one after the other, in the order in which they come. One that fails is the matter of whoever gave it.

export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as the task does. */
  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when every task has ended that was given so far. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
