/**
 * The gallery: every kind of page that app/ui can make, as HTML files and as pictures at two widths, light and dark.
 * A tool for whoever works on the look; it needs no database and no server.
 *
 *     node --import tsx tests/support/gallery.tsx [folder] [name …]
 *
 * Writes to `folder` (default: a new one in the system's temporary folder) and prints for each page the weight of its
 * HTML and of what it needs to be painted, both compressed. With names it draws only those pages.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, launch } from 'puppeteer-core'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { brandStyle } from '#app/ui/layout/brand.ts'
import { executableChromium } from '#jobs/pdf/chromium.ts'
import { formSamples } from './gallery/forms.tsx'
import { type Sample, words } from './gallery/frame.tsx'
import { messageSamples } from './gallery/messages.tsx'
import { officeSamples } from './gallery/office.tsx'
import { paperSamples } from './gallery/paper.tsx'
import { publicSamples } from './gallery/public.tsx'
import { staffSamples } from './gallery/staff.tsx'
import { stylesheet } from './stylesheet.ts'
import { translations } from './translations.ts'

const [folder = mkdtempSync(join(tmpdir(), 'lunas-gallery-')), ...names] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const sheets = {
  lunas: await stylesheet('lunas'),
  public: await stylesheet('public'),
  paper: await stylesheet('paper'),
}
const i18n = await translations('en', { sample: words })
const icon = `data:image/svg+xml;base64,${readFileSync('public/favicon.svg').toString('base64')}`
const samples = [
  ...staffSamples,
  ...officeSamples,
  ...formSamples,
  ...publicSamples,
  ...messageSamples,
  ...paperSamples,
].filter(({ name }) => names.length === 0 || names.includes(name))

for (const [name, css] of Object.entries(sheets)) say(`${name}.css`, weight(css))

const chromium = await executableChromium()
const browser = await launch({
  executablePath: chromium.path,
  env: { ...chromium.env, HOME: tmpdir() },
  headless: 'shell',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
})
try {
  for (const sample of samples) await draw(browser, sample)
} finally {
  await browser.close()
}
say(folder)

/** Writes one page and its pictures. */
async function draw(browser: Browser, sample: Sample) {
  const html = documentOf(sample)
  writeFileSync(join(folder, `${sample.name}.html`), html)
  const bare = html.replace(/<style>.*<\/style>/s, '').replaceAll(icon, '/favicon.svg')
  say(sample.name, `html ${weight(bare)}`, `to paint ${weight(bare + sheets[sample.sheet])}`)
  const page = await browser.newPage()
  await page.setContent(html)
  for (const width of [360, 1280]) {
    for (const scheme of sample.sheet === 'paper' ? ['light'] : ['light', 'dark']) {
      await page.setViewport({ width, height: 800 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      if (wide) say(`  ${sample.name} is wider than ${width} px`)
      await page.screenshot({ path: join(folder, `${sample.name}-${width}-${scheme}.png`), fullPage: true })
    }
  }
  if (sample.sheet === 'paper') {
    writeFileSync(join(folder, `${sample.name}.pdf`), await page.pdf({ preferCSSPageSize: true }))
  }
  await page.close()
}

function documentOf({ sheet, colour, content }: Sample): string {
  const body = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{content}</I18nextProvider>)
  return `<!doctype html><html lang="en-MY"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Lunas</title><style>${sheets[sheet]}${brandStyle(colour ?? null)}</style></head><body>${body.replaceAll('/favicon.svg', icon)}</body></html>`
}

function weight(text: string): string {
  return `${gzipSync(text, { level: 9 }).length} B`
}

function say(...parts: string[]) {
  process.stdout.write(`${parts.join('  ')}\n`)
}
