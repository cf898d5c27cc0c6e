import { type Finding, mostFindings } from './seal.ts'

export interface Findings {
  add(finding: Finding): void
  /** Call it at the end: a row that is gone from one position and appeared at another is one finding, not two. */
  placeMoved(positionsOf: (ids: string[]) => Promise<Place[]>): Promise<void>
  result(): { list: Finding[]; found: number }
}

interface Place {
  id: string
  position: number
  action: string
}

/** The first hundred by name, the others as a number. */
export function findingsOf(): Findings {
  let list: Finding[] = []
  let found = 0
  return {
    add(finding) {
      found += 1
      if (list.length < mostFindings) list.push(finding)
    },

    async placeMoved(positionsOf) {
      const gone = list.flatMap(({ kind, id }) => (kind === 'removed' && id ? [id] : []))
      if (gone.length === 0) return
      const places = new Map((await positionsOf(gone)).map((place) => [place.id, place]))
      const arrived = (finding: Finding) => finding.kind === 'inserted' && places.has(finding.id!)
      found -= list.filter(arrived).length
      list = list
        .filter((finding) => !arrived(finding))
        .map((finding) => {
          const place = finding.kind === 'removed' ? places.get(finding.id!) : undefined
          if (!place) return finding
          return { ...finding, kind: 'moved', to: place.position, action: place.action }
        })
    },

    result: () => ({ list, found }),
  }
}
