import { useTranslation } from 'react-i18next'
import { type HeldDiscount, heldColumns } from '#app/domain/people/student-discounts/student-discount.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface DiscountSectionProps {
  student: { id: string }
  discounts: readonly HeldDiscount[]
  may: { give: boolean; ask: boolean }
}

/** The discounts that a student has, had, or is to have. */
export function DiscountSection({ student, discounts, may }: DiscountSectionProps) {
  const { t } = useTranslation()
  const word = may.give ? 'student_discount.new' : 'student_discount.ask'
  return (
    <Section
      title={t('student_discount.plural_short')}
      actions={
        may.give || may.ask ? (
          <LinkButton href={paths.student.discount(student.id)}>{t(word)}</LinkButton>
        ) : null
      }
    >
      {discounts.length > 0 ? (
        <Table
          caption={t('student_discount.plural_short')}
          columns={heldColumns}
          rows={discounts}
          open={({ id }) => paths.studentDiscount.view(id)}
          brief
        />
      ) : (
        <p className="quiet">{t('student_discount.has_none')}</p>
      )}
    </Section>
  )
}
