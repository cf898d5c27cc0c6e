import { ConfirmButton } from '#app/ui/form/Button.tsx'
import { CheckboxField, CheckboxGroup } from '#app/ui/form/CheckboxField.tsx'
import { DateField } from '#app/ui/form/DateField.tsx'
import { FieldRow, Fieldset } from '#app/ui/form/Fieldset.tsx'
import { FileField } from '#app/ui/form/FileField.tsx'
import { MoneyField } from '#app/ui/form/MoneyField.tsx'
import { PercentField } from '#app/ui/form/PercentField.tsx'
import { RadioGroup } from '#app/ui/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { field, type Sample, Staff } from './frame.tsx'

const errors = {
  code: ['duplicate.category_code'],
  name: ['input.required'],
  amount: ['input.amount_decimals'],
  starts_on: ['input.date'],
}

const optional = { required: false }

export const formSamples: Sample[] = [
  {
    name: 'form-errors',
    sheet: 'lunas',
    content: (
      <Staff current="category">
        <EditPage
          title="New fee"
          back={{ label: 'Fees', href: '/fee' }}
          form={{ id: 'form', errors: [], allErrors: errors }}
          noun="common.field"
          cancel="/fee"
          danger={
            <ConfirmButton
              label="Remove"
              text="Remove this fee? It has never been used."
              action="/fee/remove"
              confirm="Remove this fee"
              open
            />
          }
        >
          <FieldRow>
            <TextField
              of={field('code', 'YR1', errors.code)}
              label="Code"
              hint="Letters and digits, at most 20"
              width="short"
            />
            <SelectField
              of={field('frequency', 'monthly')}
              label="Frequency"
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly' },
              ]}
            />
          </FieldRow>
          <TextField of={field('name', '', errors.name)} label="Name" />
          <FieldRow>
            <MoneyField of={field('amount', '120.505', errors.amount)} label="Amount" />
            <PercentField of={field('tax', '6')} label="Service tax" />
          </FieldRow>
          <DateField of={field('starts_on', '', errors.starts_on)} label="Starts" />
          <TextField
            of={field('subdomain', 'sinar')}
            label="Sub-domain"
            suffix=".lunas.test"
            width="medium"
          />
          <Fieldset legend="Who pays it" hint="Leave as it is for everybody.">
            <RadioGroup
              of={field('apply_to', 'all')}
              label="Applies to"
              options={[
                { value: 'all', label: 'Everybody' },
                { value: 'new', label: 'New students', hint: 'Registered after the start date' },
              ]}
            />
            <CheckboxGroup
              of={field('branches', ['shah-alam'], undefined, optional)}
              label="Branches"
              options={[
                { value: 'shah-alam', label: 'Shah Alam' },
                { value: 'klang', label: 'Klang' },
              ]}
            />
          </Fieldset>
          <TextArea
            of={field('remark', '', undefined, { ...optional, maxLength: 200 })}
            label="Remark"
            rows={3}
          />
          <FileField
            of={field('letter', undefined, undefined, optional)}
            label="Letter"
            accept="application/pdf"
          />
          <CheckboxField of={field('taxable', 'on', undefined, optional)} label="Subject to service tax" />
        </EditPage>
      </Staff>
    ),
  },
]
