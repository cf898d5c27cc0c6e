import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'

const decoder = new URL('./hostile.fixture.ts', import.meta.url).pathname
const limits = { bytes: 100_000_000, seconds: 1, resultBytes: 1_000_000 }
const bytes = deflateSync(Buffer.alloc(20_000_000))
const trying = (how: string, more: Partial<typeof limits> = {}, file: Buffer = bytes) =>
  decode(decoder, file, { args: [how], limits: { ...limits, ...more } })

test('what the decoder makes of a file comes back whole', async () => {
  const large = Buffer.from(Array.from({ length: 900_000 }, (_, at) => at % 251))
  expect((await trying('echo', {}, large)).equals(large)).toBe(true)
  expect(await trying('echo', {}, Buffer.alloc(0))).toHaveLength(0)
})

test('the process has none of our variables', async () => {
  process.env.LUNAS_SECRET = 'x'
  const given = Object.keys(JSON.parse(String(await trying('tells what it was given'))))
  delete process.env.LUNAS_SECRET
  expect(
    given.filter(
      (name) =>
        !['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'PWD', 'OLDPWD', '_', 'SHLVL'].includes(name),
    ),
  ).toEqual([])
})

describe('refused, the process being gone:', () => {
  test.each([
    'unpacks',
    'takes memory that nobody has touched',
    'fills its memory in the background',
    'keeps objects',
    'counts',
    'leaves',
  ])('one that %s', async (how) => {
    await expect(trying(how)).rejects.toMatchObject({
      name: 'Undecodable',
      message: expect.stringMatching(/took too much \(|allocate memory/),
    })
  })

  test('one that waits, by the clock', async () => {
    await expect(trying('waits', { seconds: 0.2 })).rejects.toThrow('took too much (SIGKILL)')
  })

  test('one that says too much', async () => {
    await expect(trying('says too much')).rejects.toThrow('larger than any honest one')
  })

  test('one that the decoder cannot read, with its reason, and not all of a long one', async () => {
    await expect(trying('else')).rejects.toThrow('no picture, no else')
    const error: Error = await trying('complains at length').catch((error) => error)
    expect(error.name).toBe('Undecodable')
    expect(error.message.length).toBeLessThan(200_000)
  })
})

test('a decoder that is not there is no fault of the file', async () => {
  const gone = decode(`${decoder}.gone`, bytes, { limits })
  await expect(gone).rejects.toMatchObject({
    name: 'Error',
    message: expect.stringContaining('did not start'),
  })
})

test('two at a time, ten wait, and one more is refused before its process', async () => {
  const asked = Array.from({ length: 13 }, () => trying('echo', {}, Buffer.from('x')))
  const names = (await Promise.allSettled(asked)).map((one) =>
    one.status === 'fulfilled' ? String(one.value) : one.reason.name,
  )
  expect(names).toEqual([...Array<string>(12).fill('x'), 'LineFull'])
  expect(String(await trying('echo', {}, Buffer.from('y')))).toBe('y')
})
