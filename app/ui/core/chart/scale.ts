interface Scale {
  /** Where gridlines are, from the lowest to the highest; zero is one of them. */
  ticks: readonly { value: number; y: number }[]
  /** Pixels from the top of the drawing to zero. */
  zero: number
  /** Of a bar from zero: pixels from the top, and how tall it is. What is not zero is at least one pixel. */
  barOf(value: number): { y: number; tall: number }
}

interface Room {
  /** Pixels between the highest and the lowest gridline. */
  height: number
  /** Pixels above the highest gridline. */
  head?: number
  /** The smallest step between gridlines: 100 of sen, so that an axis has whole ringgit. */
  least?: number
}

/** Gridlines at most, besides the line of zero. */
const mostSteps = 4

/** An axis for whole values, sen or counts, with zero always on it and gridlines at 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly number[], { height, head = 0, least = 1 }: Room): Scale {
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)]
  const step = stepFor(highest - lowest, least)
  const [top, bottom] = [Math.ceil(highest / step) * step, Math.floor(lowest / step) * step]
  const pixels = (value: number) => round((value / (top - bottom || 1)) * height)
  const zero = head + pixels(top)
  const steps = Math.round((top - bottom) / step)
  return {
    ticks: Array.from({ length: steps + 1 }, (_, index) => bottom + index * step).map((value) => ({
      value,
      y: round(zero - pixels(value)),
    })),
    zero,
    barOf(value) {
      const tall = value === 0 ? 0 : Math.max(1, Math.abs(pixels(value)))
      return { y: value > 0 ? round(zero - tall) : zero, tall }
    },
  }
}

/** The smallest step that needs no more than four gridlines. */
function stepFor(span: number, least: number): number {
  const wanted = Math.max(span / mostSteps, least)
  const power = 10 ** Math.floor(Math.log10(wanted))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= wanted - 1e-9) ?? wanted
}

/** A tenth of a pixel is as fine as anybody sees. */
const round = (pixels: number) => Math.round(pixels * 10) / 10

interface Slot {
  /** Percent of the width. */
  x: number
  width: number
}

/** Where the bars of each name stand: `series` beside each other, with air around them. */
export function slotsOf(count: number, series: number) {
  const each = 100 / count
  const bar = (each * 0.76) / series
  return {
    width: each,
    slot: (index: number, serie: number): Slot => ({
      x: percent(index * each + each * 0.12 + serie * bar),
      width: percent(bar),
    }),
    middle: (index: number) => percent((index + 0.5) * each),
  }
}

/** Names that are written: all up to twelve, then about seven, the last always. */
export function isNamed(index: number, count: number): boolean {
  const every = count <= 12 ? 1 : Math.ceil(count / 7)
  return (count - 1 - index) % every === 0
}

/** The parts of a whole as stretches of the width in percent; what is not above zero has none, and a part is never too thin to be seen. */
export function partsOf(values: readonly number[], thinnest = 0.6): Slot[] {
  const sum = values.reduce((all, value) => all + Math.max(0, value), 0)
  const wide = values.map((value) => (value > 0 ? Math.max(thinnest, (value / sum) * 100) : 0))
  const all = wide.reduce((total, width) => total + width, 0)
  let x = 0
  return wide.map((width) => {
    const part = { x: percent(x), width: percent(all > 0 ? (width / all) * 100 : 0) }
    x += all > 0 ? (width / all) * 100 : 0
    return part
  })
}

const percent = (share: number) => Math.round(share * 100) / 100
