import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

/** A percentage with at most two decimals, as text: `parsePercent` of app/domain/core/money.ts reads it. */
export function PercentField(props: FieldProps) {
  return (
    <Field {...props}>
      <div className="affix figure short">
        <input {...control(props)} inputMode="decimal" autoComplete="off" defaultValue={textOf(props.of)} />
        <span aria-hidden="true">%</span>
      </div>
    </Field>
  )
}
