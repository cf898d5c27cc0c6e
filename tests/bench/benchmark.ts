import type { Stage } from './stage.ts'

/** What a figure shall be: at most or at least so much. A stretch is hoped for, not promised. */
export interface Target {
  bound: 'most' | 'least'
  value: number
  stretch?: true
}

export const atMost = (value: number): Target => ({ bound: 'most', value })
export const atLeast = (value: number): Target => ({ bound: 'least', value })
export const stretch = (target: Target): Target => ({ ...target, stretch: true })

/** A ratio to a baseline of the same run, once for each round. */
export interface RatioFigure {
  kind: 'ratio'
  what: string
  ratios: number[]
  target?: Target
}

/** A number that is the same in every run of the same code, such as bytes or wrong rows. */
export interface ExactFigure {
  kind: 'exact'
  what: string
  value: number
  unit: string
  target?: Target
}

/** A number of this machine in this run, such as milliseconds or megabytes; says little elsewhere. */
export interface LocalFigure {
  kind: 'local'
  what: string
  value: number
  unit: string
  target?: Target
}

export type Figure = RatioFigure | ExactFigure | LocalFigure

export interface Findings {
  figures: Figure[]
  /** What a reader needs to judge the figures. */
  notes?: string[]
}

export interface Benchmark {
  title: string
  measure(stage: Stage): Promise<Findings>
}

export function ratio(what: string, ratios: number[], target?: Target): RatioFigure {
  return { kind: 'ratio', what, ratios, ...(target && { target }) }
}

export function exact(what: string, value: number, unit: string, target?: Target): ExactFigure {
  return { kind: 'exact', what, value, unit, ...(target && { target }) }
}

export function local(what: string, value: number, unit: string, target?: Target): LocalFigure {
  return { kind: 'local', what, value, unit, ...(target && { target }) }
}
