/**
 * Loaded into a process before everything else (`--import …/fixed-clock.ts?now=2026-11-27T02:20:00Z`): its clock begins at
 * that instant and goes on from there.
 */
const begins = Date.parse(new URL(import.meta.url).searchParams.get('now')!)
const ahead = begins - Date.now()
const realNow = Date.now

globalThis.Date = class extends Date {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(realNow() + ahead)
    else super(...(given as [number]))
  }

  static override now(): number {
    return realNow() + ahead
  }
} as DateConstructor

export {}
