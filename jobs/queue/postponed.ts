/**
 * For a job that cannot do its work right now through no fault of its own: it comes back after `ms` (and a bit, so that
 * many do not come back at once) without having used up one of its tries.
 */
export class Postponed extends Error {
  override name = 'Postponed'
  readonly ms: number
  constructor(ms: number, why: string) {
    super(why)
    this.ms = ms
  }
}
