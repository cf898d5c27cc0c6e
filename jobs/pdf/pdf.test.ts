import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'
import { createPdf, PdfTimeout } from './pdf.ts'

const pdf = createPdf()
afterAll(() => pdf.close())

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><title>Paper</title>${head}<body>${body}`

test('prints text that can be selected, on A4, with its title', async () => {
  const { text, pages, title } = await textOf(
    await pdf.render(page('<h1>Resit rasmi</h1><p>RM1,234.50 — 陈 & Ñ</p>')),
  )
  expect(text).toContain('Resit rasmi')
  expect(text).toContain('RM1,234.50')
  expect(title).toBe('Paper')
  expect(pages).toEqual([{ width: 596, height: 842 }])
})

test('the CSS of the document decides the size of the paper', async () => {
  const landscape = page('x', '<style>@page { size: A4 landscape }</style>')
  expect((await textOf(await pdf.render(landscape))).pages).toEqual([{ width: 842, height: 595 }])
})

describe('a document can reach nothing and run nothing', () => {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('CANARY-HTTP')
  })
  let folder: string
  let http: string
  let file: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    http = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    folder = await mkdtemp(join(tmpdir(), 'canary-'))
    await writeFile(join(folder, 'canary.html'), 'CANARY-FILE')
    file = `file://${folder}/canary.html`
  })
  afterAll(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })

  const attacks: Record<string, () => string> = {
    img: () => page(`<img src="${http}/img"><img srcset="${http}/srcset 2x"><img src="${file}">`),
    stylesheet: () =>
      page('x', `<link rel="stylesheet" href="${http}/css"><link rel="icon" href="${http}/icon">`),
    '@import': () => page('x', `<style>@import url(${http}/import);@import url(${file});</style>`),
    background: () => page('x', `<style>body { background: url(${http}/background) }</style>`),
    font: () =>
      page(
        '<p style="font-family: f">x</p>',
        `<style>@font-face { font-family: f; src: url(${http}/font) }</style>`,
      ),
    'iframe http': () => page(`<iframe src="${http}/iframe"></iframe>`),
    'iframe file': () => page(`<iframe src="${file}" width=500 height=500></iframe>`),
    srcdoc: () =>
      page(`<iframe srcdoc="<img src='${http}/srcdoc'><iframe src='${file}'></iframe>"></iframe>`),
    frameset: () => `<frameset><frame src="${file}"><frame src="${http}/frame"></frameset>`,
    object: () =>
      page(`<object data="${http}/object"></object><object data="${file}"></object><embed src="${file}">`),
    svg: () => page(`<svg width=9 height=9><image href="${http}/svg"/><use href="${http}/use#a"/></svg>`),
    'meta refresh': () => page('x', `<meta http-equiv="refresh" content="0;url=${http}/refresh">`),
    'meta refresh to a file': () => page('x', `<meta http-equiv="refresh" content="0;url=${file}">`),
    script: () =>
      page(
        `<p id=p></p><script>p.textContent = 'CANARY-SCRIPT'; new Image().src = '${http}/script'</script>`,
      ),
    'event handler': () => page(`<img src=x onerror="document.body.textContent='CANARY-HANDLER'">`),
    fetch: () => page(`<script>fetch('${http}/fetch'); navigator.sendBeacon('${http}/beacon')</script>`),
    preload: () =>
      page(
        'x',
        `<link rel="preload" as="image" href="${http}/preload"><link rel="prefetch" href="${http}/p">`,
      ),
    'prepared connection': () =>
      page('x', `<link rel="preconnect" href="${http}"><link rel="dns-prefetch" href="${http}">`),
    media: () =>
      page(`<video src="${http}/video" poster="${http}/poster" autoplay></video><audio src="${http}/a">`),
    base: () => page('<img src="base">', `<base href="${http}/">`),
  }

  test.each(Object.keys(attacks))('%s', async (attack) => {
    const { text } = await textOf(await pdf.render(attacks[attack]!()))
    expect(text).not.toContain('CANARY')
    expect(hits).toEqual([])
  })

  test('the canaries are real: the file and the server answer to those who may ask', async () => {
    expect(await readFile(join(folder, 'canary.html'), 'utf8')).toBe('CANARY-FILE')
    expect(await (await fetch(`${http}/me`)).text()).toBe('CANARY-HTTP')
    expect(hits.splice(0)).toEqual(['/me'])
  })
})

test('a data: image is printed', async () => {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const withImage = await pdf.render(page(`<img width=99 src="data:image/png;base64,${dot}">`))
  expect(withImage.toString('latin1')).toContain('/Subtype /Image')
})

test('nothing of a document is left for the next one', async () => {
  const first = page('<p>SECRET of another tenant</p>', '<style>p { position: fixed }</style>')
  for (const _ of [1, 2, 3]) await pdf.render(first)
  const others = await Promise.all([1, 2, 3, 4].map(() => pdf.render(page('mine'))))
  for (const other of others) expect((await textOf(other)).text.trim()).toBe('mine')
})

test('a document that hangs is cut off, and the next one is printed', async () => {
  const short = createPdf({ limitMs: 200 })
  try {
    // whoever is told to be patient may take a hundred times as long
    await short.render(page('warm'), { patience: 100 })
    process.kill(-short.pid()!, 'SIGSTOP')
    await expect(short.render(page('stuck'))).rejects.toThrow(PdfTimeout)
    expect((await textOf(await short.render(page('after'), { patience: 100 }))).text).toContain('after')
  } finally {
    await short.close()
  }
})

test('the browser is replaced after a number of documents, and no process stays', async () => {
  const recycled = createPdf({ recycleAfter: 3 })
  const seen = new Set<number>()
  for (let index = 0; index < 8; index += 1) {
    await recycled.render(page(String(index)))
    const pid = recycled.pid()
    if (pid) seen.add(pid)
  }
  await recycled.close()
  expect(seen.size).toBe(3)
  await expectNoneLeft(seen)
  await expect(recycled.render(page('late'))).rejects.toThrow('has ended')
})

test('a browser that dies while it opens a page is missed at once, and the next one prints the document', async () => {
  const tough = createPdf()
  const { waitForTarget } = Browser.prototype
  // puppeteer has asked for the page and waits half a minute to hear of it
  vi.spyOn(Browser.prototype, 'waitForTarget').mockImplementationOnce(function (this: Browser, ...asked) {
    process.kill(-tough.pid()!, 'SIGKILL')
    return waitForTarget.apply(this, asked)
  })
  try {
    expect((await textOf(await tough.render(page('printed after all')))).text).toContain('printed after all')
  } finally {
    await tough.close()
  }
})

test('a process that is killed leaves no browser behind', async () => {
  const script = `
    const { startBrowser } = await import('./jobs/pdf/browser.ts')
    const { pid, openPage } = await startBrowser()
    await openPage()
    console.log(pid)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script])
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  const group = new Set([Number(line)])
  expect((await members(group)).length).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await expectNoneLeft(group)
})

const documents = soaking ? 50 : 16

test(`kill -9 at random moments of ${documents} documents: each is printed once and right`, async () => {
  const tough = createPdf()
  const pids = new Set<number>()
  let kills = 0
  for (let index = 0; index < documents; index += 2) {
    const watch = stopwatch()
    const pair = [index, index + 1].map((number) =>
      tough.render(page(`<p>receipt ${number} ends</p>`), { patience: 20 }),
    )
    if (index % 4 === 0) {
      const pid = await vi.waitFor(() => tough.pid() ?? Promise.reject(new Error('not started')), {
        timeout: 300_000,
        interval: 5,
      })
      pids.add(pid)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 25))
      process.kill(-pid, 'SIGKILL')
      kills += 1
    }
    for (const [offset, printed] of (await Promise.all(pair)).entries()) {
      expect((await textOf(printed)).text).toContain(`receipt ${index + offset} ends`)
    }
    watch.within(3_000)
  }
  await tough.close()
  expect(kills).toBe(Math.ceil(documents / 4))
  figure(`printer: killed ${kills} times among ${documents} documents, none lost`)
  await expectNoneLeft(pids)
})

/** Waits until no process of these groups is alive, and none of them is a zombie that we failed to collect. */
function expectNoneLeft(groups: Set<number>): Promise<void> {
  return vi.waitFor(async () => expect(await members(groups)).toEqual([]), { timeout: 300_000 })
}

async function members(groups: Set<number>): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(processes.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')))
  return stats.filter((stat) => {
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return groups.has(Number(group)) && (state !== 'Z' || Number(parent) === process.pid)
  })
}
