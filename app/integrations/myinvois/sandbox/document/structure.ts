import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Detail } from '../reply.ts'
import { LEAVES, SHAPES } from './shapes.ts'

/** A text attribute or value; each element is a list of at least one object. */
const list = (items: object, many: boolean) => ({
  type: 'array',
  minItems: 1,
  ...(!many && { maxItems: 1 }),
  items,
})

function classOf(name: string): object {
  if (name === 'open') return { type: 'object' }
  const leaf = LEAVES[name]
  if (!leaf) return { $ref: `#/definitions/${name}` }
  const attributes = leaf.attributes.split(/\s+/).filter(Boolean)
  return {
    type: 'object',
    required: ['_', ...(leaf.must ?? [])],
    properties: {
      _: { type: leaf.value, ...(leaf.format && { format: leaf.format }) },
      ...Object.fromEntries(attributes.map((attribute) => [attribute, { type: 'string' }])),
    },
    additionalProperties: false,
  }
}

function definition(shape: string): object {
  const fields = [...shape.matchAll(/(\w+)(!?)(\*?):(\w+)/g)]
  return {
    type: 'object',
    required: fields.filter(([, , must]) => must).map(([, name]) => name),
    properties: Object.fromEntries(
      fields.map(([, name, , many, kind = '']) => [name, list(classOf(kind), many !== '')]),
    ),
    additionalProperties: false,
  }
}

let compiled: ValidateFunction | undefined

/** Made at the first document, in some dozen milliseconds. */
function validator(): ValidateFunction {
  if (compiled) return compiled
  const ajv = new Ajv({ allErrors: true, verbose: true, inlineRefs: false })
  formats.default(ajv, ['date', 'time'])
  const text = { type: 'string' }
  compiled = ajv.compile({
    type: 'object',
    required: ['_D', '_A', '_B', 'Invoice'],
    properties: { _D: text, _A: text, _B: text, _E: text, Invoice: list(classOf('Invoice'), false) },
    additionalProperties: false,
    definitions: Object.fromEntries(Object.entries(SHAPES).map(([name, shape]) => [name, definition(shape)])),
  })
  return compiled
}

interface StructureOptions {
  /** Empty text is refused in dates and times. */
  emptyDates: boolean
  /** Adds what the portal's own language says about the first fault. */
  dotNetText: boolean
}

/** What is wrong with the structure of a parsed document, in the words of the portal's library; empty when nothing is. */
export function structureFaults(document: unknown, { emptyDates, dotNetText }: StructureOptions): Detail[] {
  const validate = validator()
  if (validate(document)) return []
  const errors = (validate.errors ?? []).filter(
    ({ keyword, data }) => !(keyword === 'format' && data === '' && !emptyDates),
  )
  const tree: Branch = { children: new Map(), said: [] }
  for (const error of errors) place(tree, error)
  const details: Detail[] = [
    ...tree.said.map((message) => detail(message, message.slice(message.indexOf('#')))),
    ...[...tree.children].map(([path, branch]) => detail(written(path, branch, ''), path)),
  ]
  const [first] = errors
  if (dotNetText && first) details.push(converted(first))
  return details
}

const detail = (message: string, path: string): Detail => ({
  code: null,
  message,
  target: /(\[\d+\]|[^./#[]+)$/.exec(path)?.[1] ?? null,
  propertyPath: path,
  details: null,
})

/** An item of a list, with the items of lists within it and what is said of itself. */
interface Branch {
  children: Map<string, Branch>
  said: string[]
}

function place(tree: Branch, error: ErrorObject): void {
  let branch = tree
  let path = '#/'
  for (const step of error.instancePath.split('/').slice(1)) {
    if (!/^\d+$/.test(step)) {
      path += path === '#/' ? step : `.${step}`
      continue
    }
    path += `[${step}]`
    const child = branch.children.get(path) ?? { children: new Map(), said: [] }
    branch.children.set(path, child)
    branch = child
  }
  branch.said.push(sentence(error, path))
}

const EXPECTED: Readonly<Record<string, string>> = {
  object: 'ObjectExpected',
  array: 'ArrayExpected',
  string: 'StringExpected',
  number: 'NumberExpected',
  boolean: 'BooleanExpected',
  date: 'DateExpected',
  time: 'TimeExpected',
}

function sentence({ keyword, params }: ErrorObject, path: string): string {
  const below = (name: string) => (path === '#/' ? `#/${name}` : `${path}.${name}`)
  if (keyword === 'required') return `PropertyRequired: ${below(params.missingProperty)}`
  if (keyword === 'additionalProperties')
    return `NoAdditionalPropertiesAllowed: ${below(params.additionalProperty)}`
  if (keyword === 'minItems') return `TooFewItems: ${path}`
  if (keyword === 'maxItems') return `TooManyItems: ${path}`
  return `${EXPECTED[params.type ?? params.format] ?? 'Unknown'}: ${path}`
}

function written(path: string, { children, said }: Branch, indent: string): string {
  const inner = `${indent}  `
  const parts = [
    ...said.map((text) => `${inner}${text}\n`),
    ...[...children].map(([below, branch]) => `${written(below, branch, inner)}${inner}\n`),
  ]
  return `${indent}ArrayItemNotValid: ${path}\n${indent}{\n${parts.join('')}${indent}}\n`
}

function converted({ instancePath }: ErrorObject): Detail {
  const steps = instancePath.split('/').slice(1)
  const path = `$${steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('')}`
  const name = steps.findLast((step) => !/^(\d+|_)$/.test(step)) ?? 'Invoice'
  return {
    code: null,
    message: `The JSON value could not be converted to Mcs.Invoicing.Services.Documents.Models.Fields.Core.UBLJsonDocument+${name}. Path: ${path} | LineNumber: 0 | BytePositionInLine: 0.`,
    target: path,
    propertyPath: path,
    details: null,
  }
}
