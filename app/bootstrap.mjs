// Runs a command of package.json on a bare machine: installs what is missing, then hands over to Node 24 from npm.
// Plain JavaScript without dependencies, because it runs before there are any, on whatever Node the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const commands = {
  start: ['app/start.ts'],
  dev: ['app/start.ts', '--dev'],
  web: ['app/start/command/program.ts', 'web'],
  worker: ['app/start/command/program.ts', 'worker'],
  sandbox: ['app/start/command/program.ts', 'sandbox'],
  build: ['app/start/command/build.ts'],
  migrate: ['db/migrating/migrate-cli.ts'],
  types: ['app/start/command/types.ts'],
  operator: ['db/command/operator.ts'],
  tenant: ['db/command/tenant.ts'],
  audit: ['app/start/command/audit.ts'],
  reseal: ['db/command/reseal-cli.ts'],
  einvoice: ['app/start/command/einvoice.ts'],
  bench: ['tests/bench/bench-command.ts'],
  pictures: ['tests/pictures/pictures-command.ts'],
  test: ['tests/test-command.ts'],
  'test:all': ['tests/test-command.ts', 'all'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
  soak: ['tests/test-command.ts', 'soak'],
  faults: ['tests/faults/faults-command.ts'],
}

/** Those that build or try the product need packages that do not run it. */
const building = [
  'start',
  'dev',
  'build',
  'types',
  'bench',
  'pictures',
  'test',
  'test:all',
  'format',
  'soak',
  'faults',
]
/** Processes of production; React is twice as slow where it is not told so. */
const serving = ['web', 'worker', 'sandbox']
const oldestToStart = [20, 0]
const oldestToRun = [22, 18]
/** Older ones cannot read the empty packages of package-lock.json; Debian 12 and 13 package npm 9.2. */
const oldestNpm = [9, 3]
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = 'node_modules/.lunas-installed'

process.chdir(root)
main(process.argv[2], process.argv.slice(3))

async function main(name, args) {
  const command = commands[name]
  if (!command) fail(`There is no command "${name}"; there are ${Object.keys(commands).join(', ')}.`)
  if (isOlder(process.versions.node, oldestToStart)) {
    fail(
      `Lunas needs Node 20 or newer and this is Node ${process.versions.node}: install a newer one from nodejs.org.`,
    )
  }
  const installMs = isInstalled(name) ? undefined : await install()
  // what serves was compiled by the build; of the little that was not Node strips the types itself
  const compiler = serving.includes(name) ? [] : ['--import', 'tsx']
  const flags = [...compiler, '--import', './app/start/plain-errors.ts']
  if (serving.includes(name)) process.env.NODE_ENV ??= 'production'
  // what Node has made of a source or a package it reads at the next start; where it may not write, it does without
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
  // whoever waits for the product is told at its end what the time went into
  const told = installMs && command[0] === 'app/start.ts' ? [`--install-ms=${installMs}`] : []
  await handOver(nodeToRun(), [...flags, ...command, ...told, ...args])
}

/** Node 24 from npm; else the running one when it is new enough, on systems for which npm has none. */
function nodeToRun() {
  const fromNpm = resolve('node_modules/.bin/node')
  if (existsSync(fromNpm) && spawnSync(fromNpm, ['--version']).status === 0) return fromNpm
  if (isOlder(process.versions.node, oldestToRun)) {
    fail(
      `npm has no Node 24 for ${process.platform} on ${process.arch}, and Node ${process.versions.node} is older than ` +
        `${oldestToRun.join('.')}: install Node 24 from nodejs.org and start again.`,
    )
  }
  return process.execPath
}

/** Ends as the command ends, and passes on what it is told. The channel tells the command when this process is gone. */
function handOver(node, args) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithParent(child)
  return new Promise(() => {
    child.on('error', (error) => fail(`${node} could not be run: ${error.message}`))
    child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  })
}

/** npm dies of a SIGTERM without passing it on; whoever ends npm means this, so it must not stay behind as an orphan. */
function endWithParent(child) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  watch.unref()
}

/** Whether node_modules is what package-lock.json says, by our stamp or else by npm's own record. */
function isInstalled(name) {
  try {
    if (readFileSync(stamp, 'utf8') === lockHash()) return true
  } catch {
    // no stamp: somebody installed by hand, or nobody did
  }
  const installed = readJson('node_modules/.package-lock.json')?.packages
  const wanted = readJson('package-lock.json')?.packages
  if (!installed || !wanted) return false
  const fits = (withDev) =>
    Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true
      const found = installed[path]
      return found ? found.version === entry.version : entry.optional || (entry.dev && !withDev)
    })
  const whole = fits(true)
  if (whole) tryToStamp()
  return whole || (!building.includes(name) && fits(false))
}

/** Returns the milliseconds that it took. */
async function install() {
  const npm = /^npm\/(\d+\.\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
  if (npm && isOlder(npm, oldestNpm))
    fail(
      `Lunas needs npm ${oldestNpm.join('.')} or newer and this is npm ${npm}: run "npm install --global npm@11" as root, and start again.`,
    )
  const begun = Date.now()
  process.stdout.write('Installing packages (once; about 670 MB) …\n')
  const progress = showProgress(packagesOfThisPlatform())
  const { code, said } = await npmInstall()
  progress.end()
  if (code === 0) {
    tryToStamp()
    return Date.now() - begun
  }
  const lines = said.trim().split('\n').slice(-15).join('\n')
  fail(
    `The packages could not be installed (npm ended with code ${code}): check the network and start again.\n\n${lines}`,
  )
}

function npmInstall() {
  const npm = process.env.npm_execpath
  const byNode = npm && /\.c?js$/.test(npm)
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false', '--include=dev']
  const child = byNode
    ? spawn(process.execPath, [npm, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      child.kill(signal)
      process.exit(130)
    })
  }
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((done) => {
    child.on('error', (error) => done({ code: error.code, said: error.message }))
    child.on('close', (code) => done({ code, said }))
  })
}

/** npm is silent for most of its work; the packages that are whole on the disk show how far it is. */
function showProgress(folders) {
  const begun = Date.now()
  const live = process.stdout.isTTY
  const elapsed = () => `${Math.round((Date.now() - begun) / 1000)} s`
  const tell = () => {
    const here = folders.filter((folder) => existsSync(`${folder}/package.json`)).length
    const line = `  ${here} of ${folders.length} packages, ${elapsed()}`
    process.stdout.write(live ? `\r${line}   ` : `${line}\n`)
  }
  const timer = setInterval(tell, live ? 500 : 5_000)
  return {
    end() {
      clearInterval(timer)
      process.stdout.write(`${live ? '\r' : ''}  npm is done after ${elapsed()}.          \n`)
    },
  }
}

function packagesOfThisPlatform() {
  const packages = Object.entries(readJson('package-lock.json')?.packages ?? {})
  const fits = (wanted, own) => !wanted || wanted.includes(own)
  return packages
    .filter(([path, { os, cpu, libc }]) => {
      return path !== '' && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, 'glibc')
    })
    .map(([path]) => path)
}

function tryToStamp() {
  try {
    writeFileSync(stamp, lockHash())
  } catch {
    // somebody else's node_modules: npm's own record is compared again next time
  }
}

/** Of what shall be there and of npm's own record of what is, which changes with every install and prune. */
function lockHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isOlder(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
