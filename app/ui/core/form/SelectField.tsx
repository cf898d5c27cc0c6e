import { useTranslation } from 'react-i18next'
import { control, type FieldProps, textOf } from './control.ts'
import { Field } from './Field.tsx'

export interface Option {
  value: string
  label: string
  /** Options of one group stand together under its name. */
  group?: string | undefined
  /** Shown and not to be chosen, such as a bank that is down. */
  disabled?: boolean | undefined
}

/** Rows as options, by their names. */
export function optionsOf(rows: readonly { id: string; name: string }[]): Option[] {
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[]
  /** What the empty choice says; `false` leaves it out. */
  blank?: string | false
  autoComplete?: string
  width?: 'short' | 'medium'
}

/** One of several. */
export function SelectField({ options, blank, autoComplete, width, ...props }: SelectFieldProps) {
  const { t } = useTranslation()
  const { readOnly: _, ...attributes } = control(props)
  return (
    <Field {...props}>
      <select
        {...attributes}
        autoComplete={autoComplete}
        className={width}
        defaultValue={textOf(props.of) ?? ''}
      >
        {blank !== false && <option value="">{blank ?? t('common.choose')}</option>}
        <Options options={options} />
      </select>
    </Field>
  )
}

/** Options, those of a group under its name, in the order in which the groups first occur. */
export function Options({ options }: { options: readonly Option[] }) {
  const groups = [...new Set(options.map(({ group }) => group))]
  return groups.map((group) => {
    const members = options
      .filter((option) => option.group === group)
      .map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))
    return group === undefined ? (
      members
    ) : (
      <optgroup key={group} label={group}>
        {members}
      </optgroup>
    )
  })
}
