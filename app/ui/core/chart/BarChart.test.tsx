import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarChart } from './BarChart.tsx'
import { ShareBar, shareWords } from './ShareBar.tsx'

const bar = (key: string, values: (number | null)[], more: object = {}) => ({
  key,
  short: key,
  values,
  ...more,
})
const drawn = (props: Partial<Parameters<typeof BarChart>[0]> = {}) =>
  renderToStaticMarkup(
    <BarChart
      id="c"
      said="What it shows"
      unit="sen"
      series={[
        { name: 'Before', look: 'hollow' },
        { name: 'Now', look: 'solid' },
      ]}
      bars={[bar('Oct', [100_000, 200_000]), bar('Nov', [150_000, 50_000], { isRunning: true })]}
      running="Nov so far"
      {...props}
    >
      <table />
    </BarChart>,
  )
const barsIn = (html: string) => html.match(/<rect[^>]*stroke="var\(--brand\)"[^>]*>/g) ?? []

test('series differ without colour, and what is not over is dashed and hatched', () => {
  const svg = /<svg width="100%".*?<\/svg>(?=<details>)/s.exec(drawn())![0]
  const looks = barsIn(svg).map((one) => /fill="([^"]+)"/.exec(one)![1])
  expect(looks).toEqual(['none', 'var(--brand)', 'none', 'url(#c-running)'])
  expect(svg).toContain('id="c-running"')
  expect(barsIn(svg).filter((one) => one.includes('stroke-dasharray'))).toHaveLength(1)
})

test('text keeps its size at any width, and the numbers are beside the drawing', () => {
  const html = drawn()
  expect(html).not.toContain('viewBox')
  for (const [, size] of html.matchAll(/font-size="(\d+)"/g)) expect(Number(size)).toBeGreaterThanOrEqual(12)
  expect(html).toMatch(/role="img" aria-label="What it shows"/)
  expect(html).toMatch(/<details><summary>.*<table><\/table><\/details>/)
})

test('a legend names what is drawn, and one series alone needs none', () => {
  for (const name of ['Before', 'Now', 'Nov so far']) expect(drawn()).toContain(`</svg> ${name}`)
  const alone = drawn({
    series: [{ name: 'Now', look: 'solid' }],
    bars: [bar('Oct', [5])],
    running: undefined,
  })
  expect(alone).not.toContain('legend')
})

test('what is not known and what is zero have no bar', () => {
  expect(barsIn(drawn({ bars: [bar('Oct', [null, 0])], running: undefined, series: [] }))).toEqual([])
})

test('the parts of a whole are drawn in their looks', () => {
  const html = renderToStaticMarkup(
    <ShareBar
      id="s"
      said="All"
      parts={[
        { key: 'a', value: 75, look: 'solid' },
        { key: 'b', value: 25, look: 'dots' },
        { key: 'c', value: -10, look: 'hatch' },
      ]}
    />,
  )
  expect(
    [...html.matchAll(/ x="([\d.]+)%" y="1" width="([\d.]+)%"/g)].map(([, x, width]) => [x, width]),
  ).toEqual([
    ['0', '75'],
    ['75', '25'],
  ])
})

test('a share is a whole percentage, a little one says so, and what is below zero has none', () => {
  expect([shareWords(1, 3), shareWords(1, 1_000), shareWords(-5, 10), shareWords(0, 0)]).toEqual([
    '33%',
    '<1%',
    '',
    '',
  ])
})
