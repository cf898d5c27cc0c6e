import { Notice } from '#app/ui/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { SubmitButton } from '#app/ui/form/Button.tsx'
import { CheckboxField } from '#app/ui/form/CheckboxField.tsx'
import { CodeField } from '#app/ui/form/CodeField.tsx'
import { DateField } from '#app/ui/form/DateField.tsx'
import { ErrorSummary } from '#app/ui/form/ErrorSummary.tsx'
import { Fieldset } from '#app/ui/form/Fieldset.tsx'
import { PasswordField } from '#app/ui/form/PasswordField.tsx'
import { RadioGroup } from '#app/ui/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { AmountHeader } from '#app/ui/page/AmountHeader.tsx'
import { Entries } from '#app/ui/page/Entries.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { Section } from '#app/ui/page/Section.tsx'
import { Sums } from '#app/ui/page/Sums.tsx'
import { field, Public, type Sample } from './frame.tsx'

const banks = [
  { value: 'MB2U0227', label: 'Maybank2u' },
  { value: 'BIMB0340', label: 'Bank Islam' },
  { value: 'BCBB0235', label: 'CIMB Clicks' },
]

export const publicSamples: Sample[] = [
  {
    name: 'sign-in',
    sheet: 'public',
    content: (
      <Public>
        <PageHeader title="Sign in" subtitle="For parents, trainers and staff" />
        <form method="post" id="form" className="fields" noValidate>
          <TextField
            of={field('email')}
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
          />
          <PasswordField of={field('password')} label="Password" autoComplete="current-password" />
          <SubmitButton>Sign in</SubmitButton>
        </form>
        <p>
          <a href="/login/phone">Sign in with your mobile number</a>
          <br />
          <a href="/forgot">I forgot my password</a>
        </p>
      </Public>
    ),
  },
  {
    name: 'sign-in-code',
    sheet: 'public',
    colour: '#ffcc00',
    content: (
      <Public>
        <PageHeader
          title="Enter the code"
          subtitle="We sent six digits to +60 12-•••• 789. They work for 5 minutes."
        />
        <form method="post" id="form" className="fields" noValidate>
          <ErrorSummary
            form={{ id: 'form', allErrors: { code: ['auth.token_invalid'] } }}
            noun="common.field"
          />
          <CodeField of={field('code', undefined, ['auth.token_invalid'])} label="Code" />
          <SubmitButton>Sign in</SubmitButton>
        </form>
      </Public>
    ),
  },
  {
    name: 'pay',
    sheet: 'public',
    content: (
      <Public>
        <AmountHeader
          about="Invoice INV26-00119 · Muhammad Irfan bin Azman"
          sen={36_000}
          label="To pay by 9 Jan 2026"
          status={<StatusBadge status="overdue" />}
        />
        <form method="post" id="form" className="fields" noValidate>
          <RadioGroup
            of={field('model', 'B2C')}
            label="Pay from"
            options={[
              { value: 'B2C', label: 'A personal account' },
              {
                value: 'B2B1',
                label: 'A company account',
                hint: 'Needs a second person to approve at the bank.',
              },
            ]}
          />
          <SelectField of={field('bank', 'MB2U0227')} label="Bank" options={banks} />
          <SubmitButton>Pay RM360.00 with FPX</SubmitButton>
        </form>
        <Section title="What it is for">
          <Sums
            items={[
              { label: 'Monthly fee, January', sen: 32_000 },
              { label: 'Transport', sen: 6_000 },
              { label: 'Sibling discount 10%', sen: -2_000 },
            ]}
            total={{ label: 'Total', sen: 36_000 }}
          />
        </Section>
      </Public>
    ),
  },
  {
    name: 'paid',
    sheet: 'public',
    colour: '#1d6b34',
    content: (
      <Public>
        <AmountHeader
          about="Invoice INV26-00119 · Muhammad Irfan bin Azman"
          sen={36_000}
          settled
          status={<StatusBadge status="paid" label="Paid in full" />}
        />
        <p className="actions">
          <a className="button primary" href="/receipt.pdf">
            Download receipt
          </a>
          <a href="/einvoice">Ask for an e-invoice</a>
        </p>
        <Facts
          items={[
            { label: 'Receipt', value: 'R26-00412' },
            { label: 'Bank', value: 'Maybank2u' },
            { label: 'FPX transaction', value: '2601091405110234' },
            { label: 'Paid', value: '9 Jan 2026, 14:05' },
          ]}
        />
      </Public>
    ),
  },
  {
    name: 'family',
    sheet: 'public',
    content: (
      <Public>
        <AmountHeader about="Azman bin Hashim · family K7Q2-41P" sen={72_000} label="To pay" />
        <p className="actions">
          <a className="button primary" href="/pay">
            Pay RM720.00
          </a>
        </p>
        <Section title="Invoices">
          <Entries
            items={[
              {
                title: 'Muhammad Irfan',
                href: '/invoice/status/1',
                meta: 'INV26-00119 · due 9 Jan 2026',
                sen: 36_000,
                status: <StatusBadge status="overdue" />,
              },
              {
                title: 'Nur Aisyah',
                href: '/invoice/status/2',
                meta: 'INV26-00120 · due 9 Feb 2026',
                sen: 36_000,
                status: <StatusBadge status="unpaid" />,
              },
            ]}
          />
        </Section>
      </Public>
    ),
  },
  {
    name: 'register',
    sheet: 'public',
    content: (
      <Public>
        <PageHeader title="Your child" subtitle="Step 2 of 5" />
        <form method="post" id="form" className="fields" noValidate>
          <Fieldset legend="Child 1">
            <TextField of={field('name')} label="Full name" hint="As on the birth certificate" />
            <TextField of={field('identity_no')} label="IC number" inputMode="numeric" width="medium" />
            <DateField of={field('dob')} label="Date of birth" />
            <RadioGroup
              of={field('gender')}
              label="Gender"
              options={[
                { value: 'female', label: 'Girl' },
                { value: 'male', label: 'Boy' },
              ]}
            />
            <TextField of={field('school', '', undefined, {})} label="Previous school" />
          </Fieldset>
          <CheckboxField of={field('consent')} label="I agree that the school keeps these details (PDPA)" />
          <SubmitButton>Continue</SubmitButton>
        </form>
        <Notice title="You can finish later">
          <p>We keep what you typed for 14 days.</p>
        </Notice>
      </Public>
    ),
  },
]
