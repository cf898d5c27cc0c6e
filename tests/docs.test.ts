import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What people read of the project. */
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md').toSorted()]
const ours = /^(?:app|db|docs|jobs|migrations|public|tests)(?:\/|$)/

/** Without blocks of code, in which a bracket is no link. */
const proseOf = (page: string) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Targets of links and pictures inside the project that do not exist, a heading included. */
function brokenLinks(page: string): string[] {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file, anchor] = target.split('#') as [string, string?]
    const path = file === '' ? page : join(dirname(page), file)
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
  })
}

/** Names in backticks that look like a file or folder of the project and are none; `*` and `<noun>` stand for any name. */
function brokenPaths(page: string): string[] {
  const names = [...proseOf(page).matchAll(/`([\w@./*<>-]+\/[\w@./*<>-]*)`/g)].map(([, name]) => name!)
  return names.filter((name) => ours.test(name) && globSync(name.replace(/<\w+>/g, '*')).length === 0)
}

test('the README is short', () => {
  expect(readFileSync('README.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

describe.each(pages)('%s', (page) => {
  test('leads nowhere that does not exist', () => {
    expect(brokenLinks(page)).toEqual([])
  })

  test('names no file or folder that does not exist', () => {
    expect(brokenPaths(page)).toEqual([])
  })
})

test('every page is reached from the README in two clicks', () => {
  const linked = (page: string) =>
    [...proseOf(page).matchAll(/\]\(([^)#\s:]+\.md)[^)]*\)/g)].map(([, target]) =>
      join(dirname(page), target!),
    )
  const first = linked('README.md')
  const reached = new Set([...first, ...first.flatMap(linked)])
  expect(pages.filter((page) => page !== 'README.md' && !reached.has(page))).toEqual([])
})
