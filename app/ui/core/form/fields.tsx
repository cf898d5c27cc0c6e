import type { InputHTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { explanationOfField } from '#app/domain/core/help/explained.ts'
import { localeName, locales } from '#app/i18n/locales.ts'
import { WhatIsThis, WhyThis } from '#app/ui/core/feedback/WhatIsThis.tsx'
import {
  aria,
  control,
  type FieldOf,
  type FieldProps,
  isOptional,
  textOf,
  textsOf,
  useSentence,
} from './control.ts'

/** Label, hint and errors around one control. */
function Field({ of, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={of.id}>
        {label}
        <Optional of={of} optional={optional} />
      </label>
      <Remarks of={of} hint={hint} label={label} />
      {children}
    </div>
  )
}

/** The same around several controls that answer one question. */
function FieldGroup({ of, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  return (
    <fieldset className="field">
      <legend>
        {label}
        <Optional of={of} optional={optional} />
      </legend>
      <Remarks of={of} hint={hint} label={label} />
      {children}
    </fieldset>
  )
}

function Optional({ of, optional }: Pick<FieldProps, 'of' | 'optional'>) {
  const { t } = useTranslation()
  if (!isOptional({ of, optional })) return null
  return <span className="optional">{` (${t('common.optional')})`}</span>
}

/** Hint and errors, with the ids that `control` points at, and links to what explains the field or its error. */
export function Remarks({ of, hint, label }: Pick<FieldProps, 'of' | 'hint'> & { label?: string }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const explained = label && explanationOfField(of.name, label, (key) => t(key))
  return (
    <>
      {hint && (
        <p className="hint" id={of.descriptionId}>
          {hint} <WhatIsThis at={explained} about={label} />
        </p>
      )}
      {!hint && explained && (
        <p className="hint">
          <WhatIsThis at={explained} about={label} />
        </p>
      )}
      {of.errors?.length ? (
        <p className="error" id={of.errorId}>
          <span className="hidden">{t('common.error_prefix')}: </span>
          {of.errors.map((code) => sentence(code, of)).join(' ')} <WhyThis errors={of.errors} />
        </p>
      ) : null}
    </>
  )
}

interface FieldsetProps {
  legend: string
  hint?: string
  /** What a link to this part ends in. */
  id?: string
  children: ReactNode
}

/** A part of a long form, under its own heading. */
export function Fieldset({ legend, hint, id, children }: FieldsetProps) {
  return (
    <fieldset className="group" id={id}>
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </fieldset>
  )
}

/** Short fields that belong together, side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="row">{children}</div>
}

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoComplete'
  | 'inputMode'
  | 'enterKeyHint'
  | 'placeholder'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'step'
>

interface TextFieldProps extends FieldProps, Input {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'number' | 'time' | 'month'
  /** Fixed text before or after what is typed, such as `.lunas.my`. */
  prefix?: string
  suffix?: string
  width?: 'short' | 'medium'
  /** What others have typed here: suggestions, not a limit. */
  list?: readonly string[]
}

/** One line of text; a telephone number, stored in E.164, is shown as written in Malaysia. */
export function TextField({
  of,
  label,
  hint,
  optional,
  readOnly,
  disabled,
  type,
  prefix,
  suffix,
  width,
  list,
  ...input
}: TextFieldProps) {
  const affixed = Boolean(prefix || suffix)
  const box = (
    <input
      {...control({ of, hint, optional, readOnly, disabled })}
      type={type}
      defaultValue={type === 'tel' ? formatPhone(textOf(of) ?? '') : textOf(of)}
      className={affixed ? undefined : width}
      list={list && `${of.id}-list`}
      {...input}
    />
  )
  return (
    <Field of={of} label={label} hint={hint} optional={optional}>
      {affixed ? (
        <div className={width ? `affix ${width}` : 'affix'}>
          {prefix && <span aria-hidden="true">{prefix}</span>}
          {box}
          {suffix && <span aria-hidden="true">{suffix}</span>}
        </div>
      ) : (
        box
      )}
      {list && (
        <datalist id={`${of.id}-list`}>
          {list.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

/** A whole number. */
export function NumberField(props: Omit<TextFieldProps, 'inputMode' | 'width'>) {
  return <TextField inputMode="numeric" width="short" {...props} />
}

/** Several lines of text. */
export function TextArea({ rows = 4, ...props }: FieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      <textarea {...control(props)} rows={rows} defaultValue={textOf(props.of)} />
    </Field>
  )
}

/** Why it is done, in a few lines. `words`: the key of its label; its hint has that key with `_hint`. */
export function ReasonField({ words, ...props }: Pick<FieldProps, 'of' | 'optional'> & { words: string }) {
  const { t } = useTranslation()
  return <TextArea {...props} label={t(words)} hint={t(`${words}_hint`)} rows={3} />
}

/** A plain date, `YYYY-MM-DD` to the server whatever the browser shows. `min` and `max` are allowed dates. */
export function DateField({ min, max, autoComplete, ...given }: DateFieldProps) {
  const { t } = useTranslation()
  // The browser decides the order of day and month by its own language, so the letters that it shows are explained.
  const props = { ...given, hint: [given.hint, t('common.date_letters')].filter(Boolean).join(' ') }
  return (
    <Field {...props}>
      <input
        {...control(props)}
        type="date"
        className="short"
        min={min}
        max={max}
        autoComplete={autoComplete}
        defaultValue={textOf(props.of)}
      />
    </Field>
  )
}

interface DateFieldProps extends FieldProps {
  min?: string
  max?: string
  autoComplete?: 'bday' | 'off'
}

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
          // biome-ignore lint/a11y/noAutofocus: the counter types at once
          autoFocus={focused}
        />
      </div>
    </Field>
  )
}

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

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
}

/** A password. What was typed is never sent back to the page. */
export function PasswordField({ autoComplete, ...props }: PasswordFieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        type="password"
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
      />
    </Field>
  )
}

/** The six digits of a one-time code, with room for a pasted gap; phones offer the one from the message that came in. */
export function CodeField(props: FieldProps) {
  return (
    <Field {...props}>
      <input
        {...control(props)}
        className="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        enterKeyHint="done"
      />
    </Field>
  )
}

interface FileFieldProps extends FieldProps {
  /** Kinds offered, such as `image/png,image/jpeg,application/pdf`; the server checks for itself. */
  accept?: string
  multiple?: boolean
}

/** A file from the reader's device. The form around it must be `multipart`. */
export function FileField({ accept, multiple, ...props }: FileFieldProps) {
  const { maxLength: _, readOnly: __, ...attributes } = control(props)
  return (
    <Field {...props}>
      <input {...attributes} type="file" accept={accept} multiple={multiple} />
    </Field>
  )
}

export interface Option {
  value: string
  label: string
  /** Options of one group are listed under its name. */
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

/** The language that somebody reads: each by its own name. */
export function LocaleField(props: FieldProps) {
  const options = locales.map((value) => ({ value, label: localeName(value) }))
  return <SelectField {...props} blank={false} width="medium" options={options} />
}

interface Choice {
  value: string
  label: string
  /** What choosing it means. */
  hint?: string | undefined
}

/** One of a few, all in sight. */
export function RadioGroup({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { of, hint } = props
  const required = isOptional(props) ? undefined : true
  return (
    <FieldGroup {...props}>
      {options.map(({ value, label, hint: note }, index) => {
        const id = index === 0 ? of.id : `${of.id}-${value}`
        return (
          <div className="choice" key={value}>
            <input
              type="radio"
              id={id}
              name={of.name}
              value={value}
              required={required}
              disabled={props.disabled}
              defaultChecked={textOf(of) === value}
              {...(index === 0 && aria({ of, hint }))}
            />
            <label htmlFor={id}>{label}</label>
            {note && <span className="hint">{note}</span>}
          </div>
        )
      })}
    </FieldGroup>
  )
}

/** Yes or no. Sends `on` when ticked and nothing when not, as HTML does. */
export function CheckboxField(props: FieldProps) {
  const { of, label, hint } = props
  const { maxLength: _, readOnly: __, ...attributes } = control(props)
  return (
    <div className="field">
      <div className="choice">
        <input type="checkbox" {...attributes} value="on" defaultChecked={textOf(of) === 'on'} />
        <label htmlFor={of.id}>{label}</label>
      </div>
      <Remarks of={of} hint={hint} label={label} />
    </div>
  )
}

/** Any number of several. */
export function CheckboxGroup({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { of, hint } = props
  const chosen = textsOf(of)
  return (
    <FieldGroup {...props} optional={isOptional(props)}>
      {options.map(({ value, label, hint: note }, index) => {
        // The first carries the field's own id, so that a link from the error summary arrives somewhere.
        const id = index === 0 ? of.id : `${of.id}-${value}`
        return (
          <div className="choice" key={value}>
            <input
              type="checkbox"
              id={id}
              name={of.name}
              value={value}
              disabled={props.disabled}
              defaultChecked={chosen.includes(value)}
              {...(index === 0 && aria({ of, hint }))}
            />
            <label htmlFor={id}>{label}</label>
            {note && <span className="hint">{note}</span>}
          </div>
        )
      })}
    </FieldGroup>
  )
}

/** A value that travels with the form unseen, such as the version that is being edited. */
export function HiddenField({ of, value = textOf(of) }: { of: FieldOf; value?: string | undefined }) {
  return <input type="hidden" name={of.name} value={value ?? ''} />
}
