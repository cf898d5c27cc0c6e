import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { unpackOnce } from './unpack-once.ts'

const run = promisify(execFile)

/** `env` is what it needs beside PATH. */
interface Chromium {
  path: string
  env: Record<string, string>
}

/** Where people install it themselves; asked for only where the npm package has no binary (macOS, Linux on ARM). */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const found = new Map<string, Promise<Chromium>>()

/** Milliseconds, of a first start from a cold disk on a machine that is busy; what hangs is not waited for longer. */
const startsWithin = 60_000

/**
 * `given` (CHROMIUM_PATH) if set, else the binary that comes with npm (unpacked at the first call, once for all
 * processes), else an installed one. Refuses with a sentence that says what to install when there is none.
 */
export async function executableChromium(given?: string): Promise<Chromium> {
  const key = given ?? ''
  const known = found.get(key)
  // systemd empties /tmp of what was not used for ten days
  if (known && existsSync((await known).path)) return known
  const finding = find(given)
  found.set(key, finding)
  finding.catch(() => found.delete(key))
  return finding
}

async function find(given: string | undefined): Promise<Chromium> {
  if (given) return { path: given, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return fromPackage()
  const path = installed.find((candidate) => existsSync(candidate))
  if (path) return { path, env: {} }
  throw new Error('There is no Chromium for this machine: install Chrome or set CHROMIUM_PATH.')
}

async function fromPackage(): Promise<Chromium> {
  const packaged = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(dirname(packaged), '../package.json'), 'utf8'))
  const modules = packaged.slice(0, packaged.lastIndexOf('node_modules') + 'node_modules'.length)
  const folder = await unpackOnce(
    [join(modules, '.cache'), join(tmpdir(), `lunas-${process.getuid?.() ?? 0}`)],
    {
      name: `chromium-${version}`,
      program: 'chromium',
      unpack: (into) => unpack(packaged, into),
    },
  )
  const path = join(folder, 'chromium')
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }
  if (await starts(path, env)) return { path, env }
  if (await starts(path, { ...env, ...libraries })) return { path, env: { ...env, ...libraries } }
  throw new Error(`Chromium in ${folder} does not start: install Chrome and set CHROMIUM_PATH.`)
}

/** Bare machines lack libnss3 and libexpat; the linker then ends the process before it prints its version. */
function starts(path: string, env: Record<string, string>): Promise<boolean> {
  return run(path, ['--version'], { env: only(env), timeout: startsWithin }).then(
    ({ stdout }) => stdout.includes('Chromium'),
    () => false,
  )
}

/** The package unpacks into the temporary folder of its process and nowhere else, hence a process of its own. */
async function unpack(packaged: string, staging: string): Promise<void> {
  const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) =>
    join(dirname(packaged), '../bin', name),
  )
  const script = `
    const { inflate } = await import(${JSON.stringify(pathToFileURL(packaged).href)})
    await Promise.all(${JSON.stringify(archives)}.map((archive) => inflate(archive)))`
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: only({ TMPDIR: staging }),
    timeout: 120_000,
  })
  await chmod(join(staging, 'chromium'), 0o755)
  await writeFile(join(staging, 'fonts.conf'), fontconfig)
}

/** Some library declares NODE_ENV to be always there; for a child process it is not. */
function only(env: Record<string, string>) {
  return env as NodeJS.ProcessEnv
}

/** Paper looks the same on every machine (Open Sans from the package); fonts of the machine serve other scripts. */
const fontconfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>/tmp/lunas-fontconfig</cachedir>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`
