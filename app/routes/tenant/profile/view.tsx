import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addressLine } from '#app/domain/core/contact/address.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { profileOf } from '#app/domain/identity/accounts/profile.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ProfileNav } from '#app/ui/identity/account/ProfileNav.tsx'
import { WaitingNotice } from '#app/ui/identity/account/WaitingContacts.tsx'

export const handle = { access: 'profile.view', title: 'profile.one' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { person: await profileOf(await context.read(), context.actor.id!) }
}

export default function ViewProfile() {
  const { person } = useLoaderData<typeof loader>()
  const { staff, trainer, parent } = person
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={t('profile.one')}
      actions={
        <LinkButton href={paths.profile.edit()} look="primary">
          {t('common.action.edit')}
        </LinkButton>
      }
    >
      <ProfileNav current="view" />
      <WaitingNotice waiting={person.waiting} href={paths.profile.contact()} />
      <div className="person">
        <Portrait
          of={{ name: person.name, picture: paths.profile.picture(person.id, person.avatar_file) }}
          large
        />
        <div>
          <p>
            <strong>{person.name}</strong>
          </p>
          <p className="quiet">{person.roles.map((role) => t(`common.role.${role}`)).join(', ')}</p>
          <p>
            <a href={paths.profile.avatar()}>
              {t(person.avatar_file ? 'profile.avatar.change' : 'profile.avatar.add')}
            </a>
          </p>
        </div>
      </div>
      <Facts
        columns={2}
        items={[
          { label: t('profile.email'), value: person.email && <Email address={person.email} /> },
          { label: t('profile.phone'), value: person.phone && <Phone number={person.phone} /> },
          { label: t('profile.locale'), value: localeName(person.locale) },
          {
            label: t('profile.preferred_channel'),
            value: t(`profile.channels.${person.preferred_channel}`),
          },
          {
            label: t('inbox.title'),
            value: <a href={paths.ownChannels.edit()}>{t('opt_out.choose')}</a>,
          },
          {
            label: t('profile.last_login_at'),
            value: person.last_login_at && formatInstant(person.last_login_at, locale),
          },
          {
            label: t('profile.choose_password.one'),
            value: (
              <a href={paths.profile.password()}>
                {t(person.has_password ? 'profile.choose_password.change' : 'profile.choose_password.set')}
              </a>
            ),
          },
        ]}
      />
      {staff && (
        <Section title={t('profile.as.staff')}>
          <Facts
            columns={2}
            items={[
              { label: t('profile.staff_no'), value: staff.staff_no },
              { label: t('profile.position'), value: staff.position },
              { label: t('profile.department'), value: staff.department },
              { label: t('profile.branches'), value: staff.branches?.join(', ') },
              {
                label: t('profile.joined_on'),
                value: staff.joined_on && formatDate(staff.joined_on, locale),
              },
            ]}
          />
        </Section>
      )}
      {trainer && (
        <Section title={t('profile.as.trainer')}>
          <Facts items={[{ label: t('profile.specialisation'), value: trainer.specialisation }]} />
        </Section>
      )}
      {parent && (
        <Section title={t('profile.as.parent')}>
          <Facts
            columns={2}
            items={[
              { label: t('profile.relationship'), value: t(`profile.relationships.${parent.relationship}`) },
              { label: t('profile.family_code'), value: parent.family_code },
              {
                label: t('profile.home_phone'),
                value: parent.home_phone && <Phone number={parent.home_phone} />,
              },
              { label: t('profile.occupation'), value: parent.occupation },
              { label: t('profile.tin'), value: parent.tin },
              { label: t('profile.address'), value: addressLine(parent), wide: true },
              {
                label: t('archive.family.one'),
                value: <a href={paths.family_archive.own()}>{t('archive.family.make')}</a>,
              },
            ]}
          />
        </Section>
      )}
    </ViewPage>
  )
}
