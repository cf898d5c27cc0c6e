import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resources } from '#app/i18n/resources.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { markup, tagWith } from '#tests/support/pages/markup.tsx'
import { ConfirmButton, PostButton } from './Button.tsx'
import { labelKeys } from './ErrorSummary.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  MoneyField,
  PasswordField,
  RadioGroup,
  SelectField,
  TextField,
} from './fields.tsx'

function field(name: string, initialValue?: unknown, errors?: string[]) {
  const id = `form-${name}`
  return {
    id,
    name,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
    initialValue,
    errors,
    required: true,
  }
}

const options = [
  { value: 'a', label: 'Alpha' },
  { value: 'b', label: 'Beta' },
]

describe('a field', () => {
  test('has its label, its value, and tells nothing when nothing is wrong', async () => {
    const html = await markup(<TextField of={field('name', 'Tahun "1"')} label="Name" autoComplete="off" />)
    expect(html).toContain('<label for="form-name">Name</label>')
    expect(tagWith(html, '<input')).toBe(
      '<input id="form-name" name="name" required="" autoComplete="off" value="Tahun &quot;1&quot;"/>',
    )
  })

  test('points at its hint and its error, in the language of the page', async () => {
    const of = field('name', '', ['input.required'])
    const html = await markup(<TextField of={of} label="Nama" hint="Seperti dalam sijil" />, { locale: 'my' })
    const input = tagWith(html, '<input')
    expect(input).toContain('aria-invalid="true"')
    expect(input).toContain('aria-describedby="form-name-description form-name-error"')
    expect(tagWith(html, 'id="form-name-error"')).toBe('<p class="error" id="form-name-error">')
    expect(html).not.toContain('input.required')
  })

  test('fills the sentence from the code, else from its own limits', async () => {
    const coded = field('name', 'x', ['input.too_long|{"max":20}'])
    expect(await markup(<TextField of={coded} label="Name" />)).toContain('at most 20 characters')
    const limited = { ...field('name', 'x', ['input.too_long']), maxLength: 30 }
    expect(await markup(<TextField of={limited} label="Name" />)).toContain('at most 30 characters')
  })

  test('says when it may be left empty', async () => {
    const html = await markup(<TextField of={{ ...field('name'), required: false }} label="Name" />)
    expect(html).toContain('Name<span class="optional"> (optional)</span>')
    expect(tagWith(html, '<input')).not.toContain('required')
  })

  test('never sends a password back', async () => {
    const html = await markup(
      <PasswordField of={field('password', 'rahsia')} label="Password" autoComplete="current-password" />,
    )
    expect(html).not.toContain('rahsia')
  })

  test('asks for money with the keys for it', async () => {
    const html = await markup(<MoneyField of={field('amount', '120.50')} label="Amount" />)
    expect(tagWith(html, '<input')).toContain('inputMode="decimal"')
    expect(tagWith(html, '<input')).toContain('value="120.50"')
  })

  test('keeps what was chosen', async () => {
    const select = await markup(<SelectField of={field('kind', 'b')} label="Kind" options={options} />)
    expect(select).toContain('<option value="b" selected="">Beta</option>')
    const radio = await markup(<RadioGroup of={field('kind', 'b')} label="Kind" options={options} />)
    expect(tagWith(radio, 'value="b"')).toContain('checked')
    expect(tagWith(radio, 'value="a"')).not.toContain('checked')
    const several = await markup(
      <CheckboxGroup of={field('kind', ['a', 'b'])} label="Kind" options={options} />,
    )
    expect(several.match(/checked=""/g)).toHaveLength(2)
    const one = await markup(<CheckboxField of={field('taxable', 'on')} label="Taxable" />)
    expect(tagWith(one, '<input')).toContain('checked')
  })
})

describe('a form', () => {
  const errors = {
    '': ['version_conflict'],
    name: ['input.required'],
    'items[2].price_sen': ['input.amount'],
  }
  const form = { id: 'form', errors: ['version_conflict'], allErrors: errors }
  const words = { thing: { name: 'Name', price_sen: 'Price' } }

  test('sums up what is wrong, with links to the fields', async () => {
    const html = await markup(
      <EditPage title="New thing" form={form} noun="thing">
        <TextField of={field('name', '', ['input.required'])} label="Name" />
      </EditPage>,
      { words },
    )
    expect(html).toContain('3 things need your attention')
    expect(html).toContain('<a href="#form-name">Name: ')
    expect(html).toContain('<a href="#form-items[2].price_sen">Price: ')
    expect(tagWith(html, 'role="alert"')).toContain('autofocus')
    expect(tagWith(html, '<form')).toMatch(/method="post"[^>]*noValidate/i)
  })

  test('is silent when all is well', async () => {
    const html = await markup(
      <EditPage title="New thing" form={{ id: 'form' }} noun="thing" cancel="/thing">
        <TextField of={field('name')} label="Name" />
      </EditPage>,
    )
    expect(html).not.toContain('role="alert"')
    expect(html).toContain('<button type="submit" class="primary">Save</button><a href="/thing">Cancel</a>')
  })
})

test('a verb is a form of its own', async () => {
  const html = await markup(
    <PostButton action="/thing/1/activate" fields={{ version: '3' }}>
      Activate
    </PostButton>,
  )
  expect(html).toBe(
    '<form method="post" action="/thing/1/activate"><input type="hidden" name="version" value="3"/><button type="submit">Activate</button></form>',
  )
})

test('a verb that is hard to undo asks first, without a script', async () => {
  const html = await markup(
    <ConfirmButton label="Remove" text="Remove it?" action="/thing/1/remove" confirm="Remove this thing" />,
  )
  expect(html).toMatch(/^<details class="confirm"><summary>Remove<\/summary><form method="post"/)
})

/** Boxes are ticked to say a whole sentence, and what is wrong with one says it again. */
const fieldOf = /<(?!Checkbox)\w+\s+of=\{fields\.(\w+)\}\s*(?:label=\{t\('|words=")/g

/** Parts of a form that are told no noun, with that of the pages that have them. */
const parts: Record<string, string> = { 'app/ui/payments/payment/TakenFields.tsx': 'payment' }

const said = (key: string) =>
  typeof key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], resources.en) === 'string'

test('what is wrong with a form is told with the name of each of its fields', () => {
  const nameless: string[] = []
  let asked = 0
  for (const file of globSync('app/**/*.tsx')) {
    const source = readFileSync(file, 'utf8')
    const nouns = new Set([...source.matchAll(/noun="([\w.]+)"/g)].map(([, noun]) => noun!))
    for (const [, name] of source.matchAll(/<SettingEditPage name="(\w+)"/g)) nouns.add(`setting.${name}`)
    if (parts[file]) nouns.add(parts[file])
    for (const [, field] of source.matchAll(fieldOf)) {
      for (const noun of nouns) {
        asked += 1
        if (!labelKeys(noun, field!).some(said)) nameless.push(`${file}: ${field} of ${noun}`)
      }
    }
  }
  expect(asked).toBeGreaterThan(200)
  expect(nameless).toEqual([])
})

test('a field is named by the label that stands beside it, where that is called otherwise', async () => {
  const form = {
    id: 'form',
    allErrors: { payer_name: ['input.too_long|{"max":100}'], 'lines[0].package_id': ['input.required'] },
  }
  const html = await markup(
    <EditPage title="Rekod bayaran" form={form} noun="payment">
      {null}
    </EditPage>,
    { locale: 'my' },
  )
  expect(html).toContain('Pembayar: Sila guna paling banyak 100 aksara.')
  expect(labelKeys('subscription', 'package_id').find(said)).toBe('subscription.package')
  expect(labelKeys('donation', 'paid_on').find(said)).toBe('donation.given_on')
})
