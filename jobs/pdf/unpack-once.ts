import { access, chmod, constants, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What is unpacked, once for all processes of a machine. */
interface Unpacked {
  name: string
  /** The program in it, by which a process sees whether it may use a folder that another user has unpacked. */
  program: string
  unpack(into: string): Promise<void>
}

/**
 * The folder `name` in the first of `places` that has it, else unpacked into the first that can be written and belongs
 * to us: somebody else's folder in /tmp could hold anything. Only the first may be another user's: it is part of the
 * program.
 *
 * Unpacks beside the target and renames, so that a folder with the final name is always complete: a process that is
 * killed half-way leaves only rubbish, and of two processes at once the second throws its copy away. Other users may
 * read it, because who tries the program first is often the administrator.
 */
export async function unpackOnce(places: string[], { name, program, unpack }: Unpacked): Promise<string> {
  const usable = (folder: string) =>
    access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
  const inFirst = join(places[0]!, name)
  if (await usable(inFirst)) return inFirst
  const home = await writable(places, name, usable)
  const target = join(home, name)
  if (await usable(target)) return target
  const staging = await mkdtemp(join(home, `${name}.`))
  try {
    await unpack(staging)
    await chmod(staging, 0o755)
    await rename(staging, target).catch(async (error) => {
      if (!(await usable(target))) throw error
    })
    return target
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function writable(places: string[], name: string, usable: (folder: string) => Promise<boolean>) {
  for (const folder of places) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      const probe = await mkdtemp(join(folder, 'probe.'))
      await rm(probe, { recursive: true })
      const taken = (await exists(join(folder, name))) && !(await usable(join(folder, name)))
      if (!taken && (await stat(folder)).uid === (process.getuid?.() ?? 0)) return folder
    } catch {}
  }
  throw new Error(`Chromium cannot be unpacked: neither ${places.join(' nor ')} can be written.`)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
