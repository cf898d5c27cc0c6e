import { say } from './sentence.ts'

const quietMs = 2_000

/**
 * Does a piece of the start and tells about it only when somebody could begin to wonder: a line after two seconds, and
 * one with the time when it is done.
 * @param title what is being done, such as "Building the pages"
 */
export async function step<R>(
  title: string,
  work: (progress: (detail: string) => void) => Promise<R>,
): Promise<R> {
  const begun = performance.now()
  let told = false
  let detail = ''
  const tell = () => {
    if (!told) say(`  ${title}${detail} …`)
    told = true
  }
  const timer = setTimeout(tell, quietMs)
  try {
    const result = await work((text) => {
      detail = ` (${text})`
    })
    if (told) say(`  ${title}: done in ${seconds(performance.now() - begun)}`)
    return result
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds of the parts of a start. The build runs beside database and demo data. */
export type Parts = Partial<Record<'install' | 'database' | 'demo data' | 'build' | 'processes', number>>

/** Does a part of the start and notes how long it took. */
export async function timed<R>(parts: Parts, part: keyof Parts, work: () => Promise<R>): Promise<R> {
  const begun = performance.now()
  const result = await work()
  parts[part] = performance.now() - begun
  return result
}

/** 7,240 ms → "7.2 s" */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
