import { useTranslation } from 'react-i18next'
import type { ApplicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { paths } from '#app/paths.ts'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface Props {
  rows: ApplicationRow['parents']
  may: { edit: boolean; parents: boolean }
}

/** Who applies, and whom approval will find on file for them. */
export function ApplicationParents({ rows, may }: Props) {
  const { t } = useTranslation()
  return rows.map(({ id, name, relationship, phone, email, occupation, identity, on_file }) => (
    <Section
      key={id}
      title={name}
      actions={may.edit ? <a href={paths.application.editParent(id)}>{t('common.action.edit')}</a> : null}
    >
      <Facts
        columns={2}
        items={[
          { label: t('parent.relationship'), value: t(`parent.relationships.${relationship}`) },
          { label: t('parent.phone'), value: phone && <Phone number={phone} /> },
          { label: t('parent.email'), value: email && <Email address={email} /> },
          { label: t('parent.occupation'), value: occupation },
          identity && {
            label: t(`parent.identity_types.${identity.identity_type}`),
            value: identity.identity_no,
          },
          may.parents && {
            label: t('application.known_as'),
            value: on_file
              ? on_file.name + (on_file.by ? ` (${t(`application.by.${on_file.by}`)})` : '')
              : t('application.new_here'),
            href: on_file && paths.parent.view(on_file.id),
          },
        ]}
      />
    </Section>
  ))
}
