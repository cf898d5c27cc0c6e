import { existsSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nouns } from '#app/addresses/areas.ts'
import { explanations } from '#app/domain/core/help/explained.ts'
import { addressOfPaper, isForOperators, type Paper, papers } from '#app/domain/core/help/paper.ts'
import { nounsIn } from '#app/domain/core/labels/spoken.ts'
import { facts } from '#app/help/facts.ts'
import { defaultLocale, locales } from '#app/i18n/locales.ts'
import { resources } from '#app/i18n/resources.ts'
import { findPaper, papersOn, renderedPaper } from './library.ts'
import { picturedLocales, pictureFile, pictures } from './pictures.ts'

const nameOf = ({ locale, section, slug }: Paper) => `${locale}/${section}/${slug}`
const inEach = (what: (paper: Paper) => readonly string[]) =>
  papers.flatMap((paper) => what(paper).map((fault) => `${nameOf(paper)}: ${fault}`))

test('there are papers, and each is written in every language', () => {
  expect(papers.length).toBeGreaterThan(0)
  const names = (locale: string) =>
    papers.filter((paper) => paper.locale === locale).map(({ section, slug }) => `${section}/${slug}`)
  for (const locale of locales) expect(names(locale)).toEqual(names(defaultLocale))
})

test('a paper says the same of itself in every language, and has the same headings, one by one', () => {
  const shape = (paper: Paper) => ({
    ...{ roles: paper.roles, version: paper.version, updated: paper.updated },
    explains: paper.explains.map(({ key }) => key),
    headings: renderedPaper(paper).headings.map(({ depth }) => depth),
    pictures: renderedPaper(paper).pictures,
  })
  for (const paper of papers) {
    const first = findPaper(defaultLocale, paper.section, paper.slug, 'main')!
    expect(shape(paper), nameOf(paper)).toEqual(shape(first))
  }
})

test('all links lead to something: to a paper and a heading in it, or to a page that needs no id', () => {
  const pages = new Set(
    nouns.flatMap(({ pages }) =>
      Object.values(pages).flatMap(({ address, kind }) =>
        kind === 'button' || address.includes(':') || address.includes('*') ? [] : [address],
      ),
    ),
  )
  const leads = (paper: Paper, link: string): boolean => {
    const [path = '', id] = link.split('#')
    if (/^(https:|mailto:|tel:)/.test(link)) return true
    const [, section, slug] = /^\/help\/([\w-]+)\/([\w-]+)$/.exec(path) ?? []
    if (!path || (section && slug)) {
      const to = path
        ? findPaper(paper.locale, section!, slug!, isForOperators(paper) ? 'main' : 'tenant')
        : paper
      if (!to) return false
      return id === undefined || renderedPaper(to).headings.some((heading) => heading.id === id)
    }
    return pages.has(path.replace(/\?.*/, ''))
  }
  const wrong = inEach((paper) => renderedPaper(paper).links.filter((link) => !leads(paper, link)))
  // A link to a heading of one's own page may call it by its words in this language: what is rendered counts.
  const rendered = inEach((paper) =>
    [...renderedPaper(paper).html.matchAll(/<a href="#([^"]*)"/g)].flatMap(([, id]) =>
      renderedPaper(paper).headings.some((heading) => heading.id === id) ? [] : [`#${id}`],
    ),
  )
  expect(wrong.filter((fault) => !/: #/.test(fault)).concat(rendered)).toEqual([])
})

test('what is explained exists, under a heading that is there', () => {
  const sentence = (key: string) =>
    key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], resources[defaultLocale])
  const known = (key: string) =>
    ['', '_one', '_other'].some((ending) => typeof sentence(key + ending) === 'string')
  const wrong = inEach((paper) =>
    paper.explains.flatMap(({ key, heading }) => [
      ...(known(key) ? [] : [`no sentence ${key}`]),
      ...(heading === null || renderedPaper(paper).headings.some(({ id }) => id === heading)
        ? []
        : [`no heading ${heading}`]),
    ]),
  )
  expect(wrong).toEqual([])
  const keys = papers
    .filter(({ locale }) => locale === defaultLocale)
    .flatMap((paper) => paper.explains.map(({ key }) => key))
  expect(explanations.size).toBe(new Set(keys).size)
})

test('figures and pictures are known, and each picture says what it shows and lies in its file', () => {
  expect(inEach((paper) => renderedPaper(paper).unknownFacts)).toEqual([])
  expect(
    inEach((paper) => renderedPaper(paper).pictures.filter((name) => !Object.hasOwn(pictures, name))),
  ).toEqual([])
  expect(inEach(({ body }) => body.match(/!\[\s*\]\(.*?\)/g) ?? [])).toEqual([])
  const used = new Set(papers.flatMap((paper) => renderedPaper(paper).pictures))
  const missing = [...used].flatMap((name) =>
    picturedLocales.map((locale) => `public${pictureFile(name, locale)}`).filter((file) => !existsSync(file)),
  )
  expect(missing).toEqual([])
  const files = [...used].flatMap((name) =>
    picturedLocales.map((locale) => `public${pictureFile(name, locale)}`),
  )
  expect(files.filter((file) => statSync(file).size > 40_000)).toEqual([])
})

test('every figure can be said in every language', () => {
  for (const locale of locales)
    for (const [name, say] of Object.entries(facts))
      expect(say(locale), name).toMatch(/^(RM)?\d[\d,.:]*( \p{L}+|%)?$/u)
})

test('brackets are links or nouns that an organisation may rename', () => {
  const wrong = inEach(({ title, summary, body }) =>
    [...`${title}\n${summary}\n${body}`.matchAll(/\[((?:an? )?[A-Za-z]+)\](?![([:])/gi)].flatMap(
      ([whole]) => {
        try {
          return nounsIn(whole).length === 1 ? [] : [whole]
        } catch {
          return [whole]
        }
      },
    ),
  )
  expect(wrong).toEqual([])
})

test('no paper is a placeholder, has HTML in it, or a heading above the second level', () => {
  const unfinished = /\b(TODO|TBD|FIXME|lorem ipsum|coming soon|to be written|akan ditulis|belum ditulis)\b/i
  expect(inEach(({ body }) => body.match(unfinished) ?? [])).toEqual([])
  expect(inEach((paper) => (renderedPaper(paper).hasHtml ? ['has HTML'] : []))).toEqual([])
  expect(inEach(({ body }) => body.match(/^# .*/gm) ?? [])).toEqual([])
  expect(inEach(({ body }) => (body.length < 300 ? ['is too short to help'] : []))).toEqual([])
})

describe('what operators alone read', () => {
  test('is on their host only', () => {
    const own = papers.filter(isForOperators)
    for (const { locale, section, slug } of own) {
      expect(findPaper(locale, section, slug, 'tenant')).toBeUndefined()
      expect(findPaper(locale, section, slug, 'main')).toBeDefined()
    }
    expect(papersOn('tenant', defaultLocale).filter(isForOperators)).toEqual([])
  })
})

test('a legal paper has a version', () => {
  const wrong = papers.filter(({ section, version }) => (section === 'legal') !== (version !== null))
  expect(wrong.map(nameOf)).toEqual([])
  expect(papers.every((paper) => addressOfPaper(paper).startsWith('/help/'))).toBe(true)
})
