import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@remix-run/dev/dist/config/routes.js'
import { describe, expect, test } from 'vitest'
import map from './routes.ts'

/** Whose code a file is: the first pattern that fits. */
const layers: [name: string, of: RegExp][] = [
  ['test', /(\.test\.tsx?|\.fixture\.ts|\/test-support\.ts)$|^tests\/|\/end-to-end\//],
  [
    'program',
    /^(app\/(server|start|bootstrap)\.(ts|mjs)|app\/start\/|jobs\/worker|db\/(seed\/|command\/|migrating\/migrate-cli|generate-types|throw-away))/,
  ],
  ['migrations', /^migrations\//],
  ['types', /^db\/types\.ts$/],
  ['id', /^db\/id\.ts$/],
  ['names', /^db\/provisioning\/role-names\.ts$/],
  ['queries', /^db\/fixed-query\.ts$/],
  ['db', /^db\//],
  ['outbox', /^app\/outbox\//],
  ['jobs', /^jobs\//],
  ['environment', /^app\/environment\.ts$/],
  ['paths', /^app\/(paths|(menu|addresses)\/[\w-]+)\.ts$/],
  // The figures of the help centre are constants of the domain.
  ['domain', /^app\/(domain|help)\//],
  ['integrations', /^app\/integrations\//],
  ['locales', /^app\/i18n\/locales\.ts$/],
  ['i18n', /^app\/i18n\//],
  // The stylesheets, and the script of the one page that has one.
  ['styles', /^app\/(styles|scripts)\//],
  ['ui', /^app\/ui\//],
  ['print', /^app\/print\//],
  ['server', /^app\/server\//],
  ['routes', /^app\/(routes\/|root|routes\.ts|entry)/],
]

/** Who may import whom. A layer in brackets lends its types only. */
const allowed: Record<string, string> = {
  migrations: '',
  types: '',
  id: '',
  names: '',
  queries: '[types]',
  db: 'migrations types id names',
  outbox: 'id [types]',
  domain: 'id queries outbox integrations paths locales [types] [i18n]',
  integrations: 'environment [types]',
  paths: '[domain]',
  locales: '',
  i18n: 'server domain locales',
  ui: 'domain paths locales styles [server]',
  print: 'domain ui paths i18n locales styles integrations [types]',
  jobs: 'domain print integrations i18n locales environment db id names outbox [types]',
  server: 'domain integrations print i18n locales paths environment db id queries [types] [ui]',
  routes: 'server domain integrations print ui i18n locales paths styles environment id [types]',
  environment: 'program names',
}

/**
 * The areas of `app/domain` and `app/ui`, from the ground up: each may import those before it, none that comes after it.
 * Who takes up a new area puts it here.
 */
const areas = [
  'core',
  'identity',
  'audit',
  'catalogue',
  'people',
  'classes',
  'accounting',
  'billing',
  'payments',
  'giving',
  'enrolment',
  'organisation',
  'platform',
  'gateways',
  'messaging',
  'einvoice',
  'reporting',
]

interface Import {
  from: string
  /** What is taken from it, as it is written; all of it, unless in curly brackets. */
  names: string
  what: string
  to: string
  typeOnly: boolean
}

const files = globSync(['app/**/*.{ts,tsx,mjs}', 'db/**/*.ts', 'jobs/**/*.{ts,tsx}', 'migrations/**/*.ts'])
const tests = globSync('tests/**/*.{ts,tsx}')
const sources = new Map([...files, ...tests].map((file) => [file, readFileSync(file, 'utf8')]))
const layerOf = (file: string) => layers.find(([, of]) => of.test(file))?.[0]
const own = files.filter((file) => layerOf(file) !== 'test')
const imports = own.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const found = sources
    .get(from)!
    .matchAll(
      /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s+)?'([^']+)'|(\btypeof )?\bimport\('([^']+)'\)/gm,
    )
  return [...found].map(([, type, names = '', fixed, typeOf, lazy]) => {
    const what = (fixed ?? lazy)!.split('?')[0]!
    const to = what.startsWith('#') ? what.slice(1) : what.startsWith('.') ? join(dirname(from), what) : what
    return { from, names, what, to, typeOnly: (type ?? typeOf) !== undefined }
  })
}

const describeImport = ({ from, to }: Import) => `${from} imports ${to}`
const isInside = ({ what }: Import) => what.startsWith('#') || what.startsWith('.')
/** Imports of a package, or of one below a scope, outside the files that may have it. */
const strays = (name: RegExp, may: RegExp, { types = false } = {}) =>
  imports
    .filter((one) => !isInside(one) && name.test(one.what) && !may.test(one.from) && !(types && one.typeOnly))
    .map(describeImport)

test('this test sees the product', () => {
  expect(own.length).toBeGreaterThan(150)
  expect(imports.length).toBeGreaterThan(500)
  expect(own.filter((file) => !layerOf(file))).toEqual([])
})

test('each layer imports only those below it', () => {
  const wrong = imports.filter(isInside).filter(({ from, to, typeOnly }) => {
    const [above, below] = [layerOf(from)!, layerOf(to) ?? to]
    if (above === below || above === 'program') return false
    const may = (allowed[above] ?? '').split(' ')
    return !may.includes(below) && !(typeOnly && may.includes(`[${below}]`))
  })
  expect(wrong.map(describeImport)).toEqual([])
})

describe('areas', () => {
  const areaOf = (file: string) => /^app\/(?:domain|ui)\/([^/]+)\//.exec(file)?.[1]
  const between = imports
    .filter(({ from, to }) => areaOf(from) && areaOf(to) && areaOf(from) !== areaOf(to))
    .map((one) => ({ ...one, above: areaOf(one.from)!, below: areaOf(one.to)! }))

  test('are few, and each stands in the order', () => {
    const found = new Set(own.flatMap((file) => areaOf(file) ?? []))
    expect([...found].filter((area) => !areas.includes(area))).toEqual([])
    expect(areas.length).toBeLessThanOrEqual(20)
    expect(own.filter((file) => /^app\/domain\/[^/]+$/.test(file))).toEqual([])
  })

  test('import only those before them', () => {
    const upward = between.filter(({ above, below }) => areas.indexOf(below) > areas.indexOf(above))
    expect(upward.map(describeImport)).toEqual([])
  })

  test('form no circle', () => {
    const steps = Map.groupBy(between, ({ above }) => above)
    const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
      (steps.get(from) ?? []).some(({ below }) => {
        if (below === goal) return true
        if (seen.has(below)) return false
        seen.add(below)
        return reaches(below, goal, seen)
      })
    expect(areas.filter((area) => reaches(area, area))).toEqual([])
  })
})

test('no file imports what imports it, by however many steps, types and tests included', () => {
  const all = [...files, ...tests]
  const below = Map.groupBy(all.flatMap(importsOf).filter(isInside), ({ from }) => from)
  const clear = new Set<string>()
  const circleFrom = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (clear.has(file)) return undefined
    for (const { to } of below.get(file) ?? []) {
      const circle = circleFrom(to, [...way, file])
      if (circle) return circle
    }
    clear.add(file)
    return undefined
  }
  expect(all.flatMap((file) => circleFrom(file, []) ?? [])).toEqual([])
})

test('what serves loads nothing of ours but what is built, so that it has one copy of each module and no compiler', () => {
  const started = [
    'app/start/command/program.ts',
    'app/start/plain-errors.ts',
    'app/start/end-with-parent.ts',
  ]
  const loaded = reachable(
    started,
    imports.filter((one) => isInside(one) && !one.typeOnly),
    ({ from, to }) => [from, to],
  )
  expect([...loaded].sort()).toEqual([
    'app/start/building/built.ts',
    'app/start/command/program.ts',
    'app/start/end-with-parent.ts',
    'app/start/plain-errors.ts',
    'app/start/sentence.ts',
  ])
})

test('components draw what they are given and wait for nothing', () => {
  const drawing = own.filter((file) => layerOf(file) === 'ui')
  const waiting = drawing.filter((file) => /\basync (function\b|\()|\bawait\b/.test(sources.get(file)!))
  expect(waiting).toEqual([])
})

describe('packages stay where they belong', () => {
  test('React draws in ui, print and routes', () => {
    expect(strays(/^react(-dom|-i18next)?(\/|$)/, /^app\/(ui|print|routes|root|entry|i18n)/)).toEqual([])
  })

  test('Remix is known to routes, to the server around them and to the build', () => {
    expect(
      strays(
        /^@remix-run\//,
        /^app\/(routes|addresses\/(?:\w+\/)?\w+-routes|server|start\/building|root|entry)/,
      ),
    ).toEqual([])
  })

  test('Postgres is spoken in db and in the job queue', () => {
    expect(strays(/^pg$/, /^(db|jobs)\//, { types: true })).toEqual([])
  })

  test('pools are made by programs', () => {
    const makers = own.filter((file) => /\bcreatePool\(/.test(sources.get(file)!) && file !== 'db/pool.ts')
    expect(makers.filter((file) => !/^(db|jobs)\/|^app\/(server\.ts|start\/)/.test(file))).toEqual([])
  })

  test('browsers are driven by jobs', () => {
    expect(strays(/^(puppeteer|@sparticuz|playwright|@playwright)/, /^jobs\//)).toEqual([])
  })
})

test('what reads files of strangers is loaded by decoders alone, which have a process with limits of their own', () => {
  const readers = /^(sharp|jimp|.*canvas)$|pdf|xls|excel|zip|heic/
  const opened = /unzip|unzlib|inflate|decompress/i
  // It writes PKCS#12 files as well as it reads them.
  const opensPkcs12 = ({ what, from }: Import) =>
    what === 'node-forge' && /pkcs12FromAsn1/.test(sources.get(from)!)
  const reads = (one: Import) =>
    /^(fflate|(node:)?zlib)$/.test(one.what)
      ? !one.names.includes('{') || opened.test(one.names)
      : readers.test(one.what) || opensPkcs12(one)
  const loaded = imports.filter(({ typeOnly }) => !typeOnly)
  const isDecoder = (file: string) => /^app\/integrations\/.*-decoder\.ts$/.test(file)
  const inside = loaded.filter(isInside)
  const from = reachable(own.filter(isDecoder), inside, ({ from, to }) => [from, to])
  // The stand-in of the tax portal makes certificates and their files with the same library, and opens nobody's.
  const makes = (file: string) =>
    file.startsWith('app/integrations/myinvois/sandbox/') && !/pkcs12FromAsn1/.test(sources.get(file)!)
  const openers = loaded
    .filter((one) => !isInside(one) && reads(one) && !(one.what === 'node-forge' && makes(one.from)))
    .map(({ from }) => from)
  expect(openers).toContain('app/integrations/pictures/square-decoder.ts')
  const reached = reachable([...openers, ...own.filter(isDecoder)], inside, ({ from, to }) => [to, from])
  expect([...reached].filter((file) => !from.has(file))).toEqual([])
})

/** These files and all to which steps lead from them. */
function reachable(
  files: readonly string[],
  steps: readonly Import[],
  step: (one: Import) => readonly [from: string, to: string],
): Set<string> {
  const next = Map.groupBy(steps.map(step), ([from]) => from)
  const found = new Set(files)
  for (const file of found) for (const [, to] of next.get(file) ?? []) found.add(to)
  return found
}

test('variables of the process are read in one place, and by what starts other processes', () => {
  const readers = own.filter((file) =>
    /process\.env\b/.test(sources.get(file)!.replaceAll(/`process\.env`/g, '')),
  )
  const may = [
    'app/environment.ts',
    'app/bootstrap.mjs',
    'app/start/building/build.ts',
    'app/start/children.ts',
  ]
  expect(readers.filter((file) => !may.includes(file))).toEqual([])
})

test('what time it is, the product asks its clock', () => {
  const asks = /\bnew Date\(\)|\bDate\.now\b/
  const readers = own.filter((file) => /^(domain|server|routes|ui|print|i18n)$/.test(layerOf(file)!))
  const clock = 'app/domain/core/clock.ts'
  expect(readers.filter((file) => file !== clock && asks.test(sources.get(file)!))).toEqual([])
})

describe('routes', () => {
  const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOf(children)])
  const routes = own.filter((file) => /^app\/routes\//.test(file))

  test.each(routes)('%s declares who may open it', (file) => {
    expect(sources.get(file)).toMatch(/export const handle = \{[^}]*\baccess: /)
  })

  test('each one is in the map of addresses, and each of the map is there', () => {
    const named = new Set(filesOf(map))
    expect([...named].filter((file) => !routes.includes(file))).toEqual([])
    expect(routes.filter((file) => !named.has(file))).toEqual([])
  })

  test('only routes and what Remix asks for have default exports', () => {
    const makers = own.filter((file) => /^export (default\b|\{[^}]*\bdefault\b)/m.test(sources.get(file)!))
    expect(makers.filter((file) => !/^app\/(routes\/|root\.tsx|routes\.ts|entry)/.test(file))).toEqual([])
  })
})

describe('files', () => {
  /** Longer than 600 lines, and why. */
  const long: Record<string, string> = {
    'db/types.ts': 'generated',
  }

  test('that grow long hold one thought', () => {
    const lines = (file: string) => sources.get(file)!.trimEnd().split('\n').length
    const tooLong = [...sources.keys()].filter((file) => lines(file) > 600)
    expect(tooLong.filter((file) => !long[file])).toEqual([])
  })

  test('name no section of a document that is not here', () => {
    const naming = [...sources].filter(([, source]) =>
      /\bspec(ification)?,? §|\b(spec|DESIGN)\.md\b/i.test(source),
    )
    expect(naming.map(([file]) => file).filter((file) => file !== 'app/architecture.test.ts')).toEqual([])
  })

  test('say what they are: no utils, helpers or barrels', () => {
    expect(files.filter((file) => /\/(utils?|helpers?|misc|common)\.tsx?$/.test(file))).toEqual([])
    const barrels = own.filter((file) => /\/index\.tsx?$/.test(file) && !file.startsWith('migrations/'))
    expect(barrels).toEqual([])
  })
})
