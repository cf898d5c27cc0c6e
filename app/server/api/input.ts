import type { z } from 'zod'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { isSecretField, withoutMarksInside } from '#app/domain/core/invisible.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { BadJson, strictJson } from './strict-json.ts'

/** By field the code of what is wrong, as {@link formErrorMap} writes it. */
export class BadInput extends Error {
  override name = 'BadInput'
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('bad input')
    this.fields = fields
  }
}

/** Refuses another type than JSON (api.media_type) and, with BadInput, what does not fit. */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  if (!isJson(request.headers.get('content-type'))) throw new Refusal('api.media_type')
  return checked(
    schema,
    withoutMarksInside(parsed(new Uint8Array(await request.arrayBuffer())), isSecretField),
  )
}

/** A name that comes twice is not known. */
export function readQuery<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  const { searchParams } = new URL(request.url)
  const names = [...searchParams.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new BadInput({ [twice.slice(0, 100)]: 'input.unknown_field' })
  return checked(schema, Object.fromEntries(searchParams))
}

function isJson(contentType: string | null): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? '')
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return strictJson(bytes)
  } catch (error) {
    if (error instanceof BadJson) throw new BadInput({ [error.field ?? 'body']: 'input.json' })
    throw error
  }
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: formErrorMap })
  if (result.success) return result.data
  throw new BadInput(Object.fromEntries(result.error.issues.flatMap(wrongFields).slice(0, 50)))
}

function wrongFields(issue: z.core.$ZodIssue): [name: string, code: string][] {
  const name = (...path: PropertyKey[]) => path.map(String).join('.').slice(0, 200) || 'body'
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [name(...issue.path, key), 'input.unknown_field'])
  return [[name(...issue.path), issue.message]]
}
