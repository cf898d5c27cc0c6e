import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { z } from 'zod'
import sentences from '#app/i18n/en/refusal.json' with { type: 'json' }
import { formErrorMap } from './form-errors.ts'

const schema = z.object({
  name: z.string().min(3).max(5),
  title: z.string().min(1),
  age: z.number().int().min(1).max(9),
  email: z.email(),
  id: z.uuid(),
  on: z.iso.date(),
  kind: z.enum(['a', 'b']),
  tags: z.array(z.string()).min(1).max(2),
})

function errorsOf(fields: Record<string, string>, tags: string[] = []) {
  const form = new URLSearchParams(fields)
  for (const tag of tags) form.append('tags', tag)
  const submission = parseWithZod(form, { schema, error: formErrorMap })
  return (submission.reply().error ?? {}) as Record<string, string[]>
}

test('what is missing, wrong or out of bounds is said by a code with its values', () => {
  const right = { title: 'x', email: 'a@b.test', on: '2026-01-31', kind: 'a', id: crypto.randomUUID() }
  expect(errorsOf({})).toMatchObject({
    title: ['input.required'],
    name: ['input.required'],
    kind: ['input.choose'],
    id: ['input.choose'],
  })
  expect(errorsOf({ ...right, name: 'ab', age: '0' }, ['x'])).toEqual({
    name: ['input.too_short|{"min":3}'],
    age: ['input.too_small|{"min":1}'],
  })
  expect(errorsOf({ ...right, name: 'abcdef', age: '10' }, ['x', 'y', 'z'])).toEqual({
    name: ['input.too_long|{"max":5}'],
    age: ['input.too_big|{"max":9}'],
    tags: ['input.too_many|{"max":2}'],
  })
  const wrong = { name: 'abcd', title: 'x', age: 'x', email: 'x', id: 'x', on: '31/01/2026', kind: 'c' }
  expect(errorsOf(wrong)).toEqual({
    age: ['input.whole_number'],
    email: ['input.email'],
    id: ['input.uuid'],
    on: ['input.date'],
    kind: ['input.choice'],
    tags: ['input.too_few|{"min":1}'],
  })
  expect(errorsOf({ ...right, name: 'abcd', age: '1.5' }, ['x'])).toEqual({ age: ['input.whole_number'] })
})

test('where a file was to be chosen, it says so', () => {
  const files = z.object({ picture: z.instanceof(File).refine(({ size }) => size < 9, 'file.too_big') })
  const said = (form: FormData) =>
    parseWithZod(form, { schema: files, error: formErrorMap }).reply().error?.picture
  const form = new FormData()
  expect(said(form)).toEqual(['file.choose'])
  form.set('picture', new File(['123456789'], 'a.png'))
  expect(said(form)).toEqual(['file.too_big'])
  expect(sentences.refusal.file).toHaveProperty('choose')
})

test('each code has its sentence', () => {
  const known = Object.keys(sentences.refusal.input).map((key) => `input.${key}`)
  const used = Object.values({ ...errorsOf({}), ...errorsOf({ name: 'x', age: '99', email: 'x' }) }).flat()
  for (const error of used) expect(known).toContain(error.split('|')[0])
})
