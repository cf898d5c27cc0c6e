/** What the support of tests has opened for a test file; modules outlive the file, this does not. */
const open: (() => Promise<unknown>)[] = []

/** Work for the end of the test file that runs now, such as closing what was opened for it. */
export function afterFile(work: () => Promise<unknown>): void {
  open.push(work)
}

/** Called by the set-up of tests when a file is over: the last opened is closed first. */
export async function endFile(): Promise<void> {
  for (let work = open.pop(); work; work = open.pop()) await work()
}
