import { type DefaultValue, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint } from '@conform-to/zod/v4'
import { useId } from 'react'
import type { z } from 'zod'

/**
 * A form of a schema as its last answer left it: what was typed and the errors, else the default values (a row may
 * have more than the form shows). The schema says what is required and how long a text may be.
 */
export function useFormOf<S extends z.ZodObject>(
  schema: S,
  lastResult: SubmissionResult<string[]> | null | undefined,
  defaultValue?: Record<string, unknown>,
) {
  type Values = z.output<S> & Record<string, unknown>
  const id = useId().replaceAll(':', '')
  return useForm<Values, Values, string[]>({
    id: `form${id}`,
    lastResult: lastResult ?? null,
    constraint: getZodConstraint(schema),
    ...(defaultValue ? { defaultValue: defaultValue as DefaultValue<Values> } : {}),
  })
}

/** Existing rows with the same details, which came with the errors of a refused form. */
export function foundBy<Row>(answer: object | undefined): readonly Row[] {
  return answer && 'found' in answer ? (answer.found as readonly Row[]) : []
}
