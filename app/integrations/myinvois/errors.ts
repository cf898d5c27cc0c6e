/** One thing that the portal finds wrong, whatever form it came in. */
export interface PortalFault {
  /** The validation step of an invalid document; null of what was refused at once. */
  step: string | null
  code: string | null
  text: string
  text_my: string | null
  path: string | null
}

/** Of a hostile or broken answer no more is read. */
const most = { faults: 100, depth: 8, text: 2_000, code: 100, step: 200 }

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown, length: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, length).toWellFormed() : null

/** The portal names the same things differently in different answers. */
const partsOf = (node: Node): unknown[] => {
  const parts = [node.details, node.innerError, node.innerErrors].find((part) => Array.isArray(part))
  return ((parts as unknown[] | undefined) ?? []).filter(isNode)
}
const codeOf = (node: Node) =>
  text(node.errorCode, most.code) ??
  text(node.code, most.code) ??
  // Numbers come as codes, too.
  (typeof node.code === 'number' ? String(node.code) : null)
const wordsOf = (node: Node) =>
  text(node.error, most.text) ?? text(node.message, most.text) ?? text(node.error_description, most.text)
const malayOf = (node: Node) => text(node.errorMs, most.text) ?? text(node.errorMS, most.text)
const pathOf = (node: Node) =>
  text(node.propertyPath, 500) ?? text(node.propertyName, 500) ?? text(node.target, 500)

/**
 * What an answer finds wrong, from any of the four forms in which the portal says it: an error of a validation step, an error
 * of a request, one of a rejected document, and one of the login. The innermost parts are the faults; what only wraps them is
 * left out. Empty when the answer says nothing.
 */
export function readFaults(json: unknown, step: string | null = null): PortalFault[] {
  const found: PortalFault[] = []
  collect(json, step, 0, found)
  return found
}

/** The same of the steps of a validation, each with its name. */
export function readStepFaults(
  steps: readonly { name?: string | null | undefined; error?: unknown }[],
): PortalFault[] {
  const found: PortalFault[] = []
  for (const { name, error } of steps) collect(error, text(name, most.step), 0, found)
  return found
}

function collect(value: unknown, step: string | null, depth: number, found: PortalFault[]): void {
  if (!isNode(value) || depth > most.depth || found.length >= most.faults) return
  // A request's or a document's error is an object; that of a step or of a login is its text.
  if (isNode(value.error)) {
    collect(value.error, step, depth + 1, found)
    return
  }
  const parts = partsOf(value)
  if (parts.length > 0) {
    for (const part of parts) collect(part, step, depth + 1, found)
    return
  }
  const [code, words] = [codeOf(value), wordsOf(value)]
  if (code === null && words === null) return
  found.push({ step, code, text: words ?? code!, text_my: malayOf(value), path: pathOf(value) })
}

/** Every code of an answer, wherever it stands: the portal wraps the one that matters in others. */
export function readCodes(json: unknown): string[] {
  const codes: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (!isNode(value) || depth > most.depth || codes.length >= most.faults) return
    const code = codeOf(value)
    if (code !== null) codes.push(code)
    // The error of a login is a code.
    if (depth === 0 && typeof value.error === 'string') codes.push(value.error.slice(0, most.code))
    if (isNode(value.error)) visit(value.error, depth + 1)
    for (const part of partsOf(value)) visit(part, depth + 1)
  }
  visit(json, 0)
  return codes
}
