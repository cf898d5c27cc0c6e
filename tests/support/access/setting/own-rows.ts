import { brandForm, brandPictureNames } from '#app/domain/brand/brand.ts'
import { mailCodeForm, mailServerForm, testMailForm } from '#app/domain/mail-server/mail-server.ts'
import { ownDomainForm } from '#app/domain/own-domain/own-domain.ts'
import type { Access } from '#app/server/routing/gate.ts'
import { next } from '#tests/support/database/factories.ts'
import { list, type Row } from '../row.ts'

/** What the routes of an organisation's own mail server ask for. */
export const askedOfOwnSettings: Record<string, Access> = {
  'main/entity/domain-allow': 'admin.entity.edit',
  'main/entity/domain-off': 'admin.entity.edit',
  'tenant/setting/brand/colour': 'branding.edit',
  'tenant/setting/brand/picture': 'branding.edit',
  'tenant/setting/brand/remove': 'branding.edit',
  'tenant/setting/brand/view': 'branding.view',
  'tenant/setting/domain/check': 'domain.edit',
  'tenant/setting/domain/edit': 'domain.edit',
  'tenant/setting/domain/remove': 'domain.edit',
  'tenant/setting/domain/view': 'domain.view',
  'tenant/setting/mail/edit': 'smtp.edit',
  'tenant/setting/mail/remove': 'smtp.edit',
  'tenant/setting/mail/test': 'smtp.test',
  'tenant/setting/mail/verify': 'smtp.test',
  'tenant/setting/mail/view': 'smtp.view',
}

const pictures = brandPictureNames.map((picture) => ({ picture }))

/** What an organisation sets up for itself. */
export const ownSettingRows: Record<string, Row> = {
  'tenant/setting/brand/view': list,
  'tenant/setting/brand/colour': {
    form: () => ({ theme_colour: '#123456', version: '1' }),
    schema: brandForm,
  },
  // it takes a picture, which a test of its own sends; and there is none to be shown or removed
  'tenant/setting/brand/picture': { params: pictures },
  'tenant/setting/brand/remove': { params: pictures, leadsOn: true },
  'tenant/setting/brand/file': { params: pictures, absent: true },
  'tenant/setting/domain/view': list,
  'tenant/setting/domain/edit': {
    form: () => ({ domain: `yuran-${next()}.sinar.test`, version: '1' }),
    schema: ownDomainForm,
  },
  // there is none to be checked or removed
  'tenant/setting/domain/check': { leadsOn: true },
  'tenant/setting/domain/remove': { leadsOn: true },
  'tenant/setting/mail/view': list,
  'tenant/setting/mail/edit': {
    form: () => ({
      ...{ host: 'smtp.sinar.test', port: '587', sender_name: 'Sinar', sender_email: 'pejabat@sinar.test' },
      version: '1',
    }),
    schema: mailServerForm,
  },
  // there is no server of which a test mail could tell, and so no code
  'tenant/setting/mail/test': { schema: testMailForm },
  'tenant/setting/mail/verify': { schema: mailCodeForm },
  'tenant/setting/mail/remove': { leadsOn: true },
}
