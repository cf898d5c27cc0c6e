import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

/** An amount in ringgit and sen, as text: `ringgit()` of app/domain/core/money.ts reads it, `plainRinggit` fills it. */
export function MoneyField({ focused, ...props }: FieldProps & { focused?: boolean }) {
  return (
    <Field {...props}>
      <div className="affix figure short">
        <span aria-hidden="true">RM</span>
        <input
          {...control(props)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          defaultValue={textOf(props.of)}
          // biome-ignore lint/a11y/noAutofocus: whoever serves a queue types at once
          autoFocus={focused}
        />
      </div>
    </Field>
  )
}
