import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  grants,
  permissions,
  profileNames,
  profilesOf,
  type Role,
  roles,
  rolesWithin,
  type Scope,
  scopeOf,
} from './access.ts'
import { operatorGrants, operatorMay, operatorRoles } from './operator-access.ts'

/**
 * The matrix as it was specified, kept apart from the table of the product so that neither changes alone. A cell is
 * letters and how far they reach: `*` the whole organisation, `b` own branches, `c` own classes, `o` own and own
 * children. The second column says which permission each letter of the row is. Whoever may do something to a row may
 * see it.
 */
const matrix = `
resource             | letters                                                                                  | superadmin | admin  | supervisor | clerk   | class-admin | class-assistant | trainer | parent
Dashboard            | V dashboard.view                                                                         | V*         | V*     | Vb         | Vb      | Vb          | Vc              | Vo      | Vo
… its figures        | V dashboard.figures                                                                      | V*         | V*     | Vb         |         |             |                 |         |
… its counter        | V dashboard.counter                                                                      |            |        |            | Vb      |             |                 |         |
… its classes        | V dashboard.classes                                                                      |            |        |            |         | Vb          | Vc              | Vc      |
… its family         | V dashboard.family                                                                       |            |        |            |         |             |                 |         | Vo
Own account          | V profile.view, U profile.edit                                                           | VUo        | VUo    | VUo        | VUo     | VUo         | VUo             | VUo     | VUo
Organisation         | V entity.view, U entity.edit                                                             | VU*        | VU*    | V*         | V*      | V*          | V*              | V*      | V*
Branches             | V branch.view, C branch.create, U branch.edit, D branch.remove, P branch.print           | VCUDP*     | VCUP*  | VPb        | Vb      | Vb          | Vc              | Vc      | Vo
Branding             | V branding.view, U branding.edit                                                         | VU*        | VU*    | V*         |         |             |                 |         |
Labels               | V label.view, U label.edit                                                               | VU*        | VU*    | V*         |         |             |                 |         |
Bank account         | V bank.view, U bank.edit                                                                 | VU*        | V*     |            |         |             |                 |         |
CHIP account         | U chip.edit                                                                              | U*         |        |            |         |             |                 |         |
Gateway              | V gateway.view, U gateway.edit                                                           | VU*        | V*     |            |         |             |                 |         |
Help by the operator | V support.view, C support.allow, D support.end                                           | VCD*       | VD*    |            |         |             |                 |         |
Mail server          | V smtp.view, U smtp.edit, X smtp.test, D smtp.remove                                     | VUXD*      | VUXD*  |            |         |             |                 |         |
Own domain           | V domain.view, U domain.edit, D domain.remove                                            | VUD*       | V*     |            |         |             |                 |         |
Legal papers         | V legal_paper.view, U legal_paper.edit, A legal_paper.agree                               | VUA*       | V*     |            |         |             |                 |         |
Consents             | V consent.view, P consent.print                                                          | VP*        |        |            |         |             |                 |         |
Invoice settings     | V invoice_setting.view, U invoice_setting.edit                                           | VU*        | VU*    | V*         | V*      |             |                 |         |
Registration         | V registration_setting.view, U registration_setting.edit                                 | VU*        | VU*    | V*         | V*      | V*          |                 |         |
E-invoice settings   | V einvoice_setting.view, U einvoice_setting.edit                                         | VU*        | V*     |            |         |             |                 |         |
Subscription         | V subscription.view, X subscription.renew, P subscription.print                          | VXP*       | VP*    |            |         |             |                 |         |
Credit               | V credit.view, X credit.top_up                                                           | VX*        | VX*    | V*         | V*      |             |                 |         |
Staff                | V staff.view, C staff.create, U staff.edit, D staff.remove, P staff.print                | VCUDP*     | VCUDP* | Vb         |         | Vb          |                 |         |
Roles                | V role.view, U role.give                                                                 | VU*        | U*     |            |         |             |                 |         |
Departments          | V department.view, C department.create, U department.edit, D department.remove, P department.print | VCUDP* | VCUDP* | VP*      | V*      | VCUP*       | V*              | V*      |
Programs             | V program.view, C program.create, U program.edit, D program.remove, P program.print      | VCUDP*     | VCUDP* | VP*        | V*      | VCUP*       | V*              | V*      |
Categories           | V category.view, C category.create, U category.edit, D category.remove, P category.print | VCUDP*     | VCUDP* | VP*        | V*      | VCUP*       | V*              | V*      |
Modules              | V module.view, C module.create, U module.edit, D module.remove, P module.print           | VCUDP*     | VCUDP* | VP*        | V*      | VCUP*       | V*              | V*      |
… active ones        | V catalogue.view_active                                                                  |            |        |            |         |             |                 |         | V*
Trainers             | V trainer.view, C trainer.create, U trainer.edit, D trainer.remove, P trainer.print      | VCUDP*     | VCUDP* | VUPb       | Vb      | VCUPb       | Vc              | VUo     | Vo
Trainers' pay        | V trainer_pay.view, U trainer_pay.edit, A trainer_pay.approve, P trainer_pay.print       | VUAP*      | VUP*   | VPb        |         |             |                 | Vo      |
Parents              | V parent.view, C parent.create, U parent.edit, D parent.remove, P parent.print           | VCUDP*     | VCUDP* | VUPb       | VCUPb   | Vb          | Vc              |         | VUo
Students             | V student.view, C student.create, U student.edit, D student.remove, P student.print, R student.request_change | VCUDP* | VCUDP* | VCUPb | VCUPb | VCUPb   | Vc              | Vc      | VRo
Changes asked for    | V student_change.view, P student_change.print                                            | VP*        | VP*    | VPb        | VPb     | VPb         |                 |         | Vo
Sensitive fields     | V identity.view, M identity.masked, X identity.reveal                                    | VX*        | VX*    | VXb        | MXb     | Mb          |                 |         | Vo
Health               | V health.view, U health.edit                                                             | VU*        | VU*    | VUb        | VUb     | VUb         | Vc              | Vc      | VUo
Arrears              | V arrears.view                                                                           | V*         | V*     | Vb         | Vb      |             |                 |         |
Family credit        | V family_credit.view, P family_credit.print                                               | VP*        | VP*    | VPb        | Vb      |             |                 |         | VPo
Statements           | V statement.view, S statement.mail                                                       | VS*        | VS*    | VSb        | VSb     |             |                 |         | VSo
Families' accounts   | V family.view, N family.note, K family.contact, F family.file, D family.file_remove, J family.join | VNKFDJ* | VNKFDJ* | VNKFDJb  | VNKFb   |             |                 |         |
Enrolment            | V enrolment.view, C enrolment.create, U enrolment.edit, D enrolment.remove               | VCUD*      | VCUD*  | VCUDb      | VCUb    | VCUDb       | Vc              | Vc      | Vo
Fees of one student  | U enrolment_fee.edit | U* | U* | | | | | |
Applications         | V application.view, C application.create, U application.edit, A application.approve, S application.approve_if_set, P application.print, W application.withdraw | VCUAP* | VCUAP* | VAPb | VCUPb | VSb | | | VCWo
Classes              | V subject.view, C subject.create, U subject.edit, D subject.remove, P subject.print      | VCUDP*     | VCUDP* | VUPb       | V*      | VCUDPb      | Vc              | Vc      | Vo
… open ones          | V subject.view_open                                                                      |            |        |            |         |             |                 |         | V*
Fee categories       | V fee_category.view, C fee_category.create, U fee_category.edit, D fee_category.remove, P fee_category.print | VCUDP*     | VCUDP* | VP*        | V*      |             |                 |         |
Fee types            | V fee_type.view, C fee_type.create, U fee_type.edit, D fee_type.remove, P fee_type.print | VCUDP*     | VCUDP* | VP*        | V*      |             |                 |         |
Line templates       | V line_template.view, C line_template.create, U line_template.edit, D line_template.remove, P line_template.print | VCUDP* | VCUDP* | VP* | V* | | | | |
Fees of classes      | V subject_fee.view, C subject_fee.create, U subject_fee.edit, D subject_fee.remove, P subject_fee.print, Y subject_fee.view_price | VCUDP* | VCUDP* | VP* | V* | | | | Y*
Discount rules       | V discount.view, C discount.create, U discount.edit, D discount.remove, P discount.print | VCUDP*     | VCUDP* | V*         | V*      |             |                 |         |
… tried out          | X discount.try                                                                           | X*         | X*     | Xb         |         |             |                 |         |
A student's discount | V student_discount.view, C student_discount.create, D student_discount.remove, A student_discount.approve, R student_discount.request, P student_discount.print | VCDAP* | VCDAP* | VCAPb | VRb | | | | Vo
Invoices             | V invoice.view, C invoice.create, U invoice.edit, I invoice.issue, P invoice.print, X invoice.cancel, R invoice.request_cancel, F invoice.paid_flag | VCUIPX* | VCUIPX* | VPXb | VCUIPRb | Fc | | | VPo
Reminders            | V reminder.view, X reminder.remind, U reminder.hold, P reminder.print                     | VXUP*      | VXUP*  | VXUPb      | VXUb    |             |                 |         |
Moves of credit      | V credit_move.view, R credit_move.request, A credit_move.approve, P credit_move.print | VRAP* | VRAP* | VRPb | VRb | | | |
Refunds of credit    | V credit_refund.view, R credit_refund.request, A credit_refund.approve, X credit_refund.pay, P credit_refund.print | VRAXP* | VRAXP* | VRPb | VRPb | | | | Vo
Arrangements         | V arrangement.view, R arrangement.request, A arrangement.approve, P arrangement.print | VRAP* | VRAP* | VRAPb | VRPb | | | | VPo
Change of year       | V rollover.view, X rollover.manage, P rollover.print                                       | VXP*       | VXP*   |            |         |             |                 |         |
Generation           | V generation.preview, X generation.run                                                   | VX*        | VX*    | VX*        | V*      |             |                 |         |
… undone             | D generation.undo                                                                        | D*         | D*     | Do         |         |             |                 |         |
Payments             | V payment.view, C payment.record, P payment.print, B payment.backdate                    | VCPB*      | VCPB*  | VCPb       | VCPb    |             |                 |         | VPo
Pay online           | C payment.pay_online                                                                     | C*         | C*     | Cb         | Cb      |             |                 |         | Co
Transfer slips       | V transfer_slip.view, P transfer_slip.print, A payment.confirm_slip                      | VPA*       | VPA*   | VPAb       | VPAb    |             |                 |         | Vo
Bank statements      | V bank_statement.view, C bank_statement.upload, A bank_statement.decide, D bank_statement.undo, P bank_statement.print | VCADP* | VCADP* | VCADPb | VCAPb | | | |
Cancelling payments  | A payment.cancel, R payment.request_cancel                                               | A*         | A*     | Ab         | Rb      |             |                 |         |
Refunds              | V refund.view, C refund.create, A refund.approve, R refund.request                       | VCA*       | VCA*   | VRb        | VRb     |             |                 |         | Vo
Online payments      | X payment.enquire, P payment.enquire_print                                               | XP*        | XP*    | Xb         | Xb      |             |                 |         |
Payment exceptions   | V payment_exception.view, S payment_exception.settle, A payment_exception.approve, P payment_exception.print | VSAP* | VSAP* | VSPb | Vb |             |                 |         |
Months               | V month.view, C month.close, R month.reopen, P month.print                                 | VCRP*      | VCRP*  |            |         |            
Drawers              | X drawer.fill                                                                            | X*         | X*     | Xb         | Xo      |             |                 |         |
Collections          | V collection.view, H collection.history, P collection.print                              | VHP*       | VHP*   | VHPb       | Vb      |             |                 |         |
Payouts              | V payout.view, P payout.print                                                            | VP*        | VP*    |            |         |             |                 |         |
Payment options      | V payment_option.view, C payment_option.create, U payment_option.edit, D payment_option.remove, P payment_option.print, Y payment_option.view_active | VCUDP* | VCUP* | V* | V* | | | | Y*
Kinds of infaq       | V infaq_type.view, C infaq_type.create, U infaq_type.edit, D infaq_type.remove, P infaq_type.print | VCUDP* | VCUP* | V* | V* | | | |
Kinds of zakat       | V zakat_type.view, C zakat_type.create, U zakat_type.edit, D zakat_type.remove, P zakat_type.print | VCUDP* | VCUP* | V* | V* | | | |
Donations            | V donation.view, C donation.record, P donation.print                                     | VCP*       | VCP*   | VCPb       | VCb     |             |                 |         | VPo
Funds                | V fund_move.view, R fund_move.request, A fund_move.approve, P fund_move.print            | VRAP*      | VRAP*  |            |         |             |                 |         |
Announcements        | V announcement.view, C announcement.create, U announcement.edit, D announcement.remove, X announcement.send, Y announcement.send_free | VCUDXY* | VCUDXY* | VCXYb | VCYb | VCYb | Vc | VCYc | Vo
Attendance           | V attendance.view, C attendance.create, U attendance.edit, D attendance.remove, P attendance.print, A attendance.reopen | VCUDPA* | VCUDPA* | VCUPAb | Vb | VCUDPAb | VCUc | VCUc | Vo
Leave                | C leave.request                                                                          | C*         | C*     | Cb         | Cb      | Cb          |                 |         | Co
Money reports        | V report_money.view, P report_money.print, Y report_money.year_totals                    | VPY*       | VPY*   | VPYb       | VPb     |             |                 |         |
Generation log       | V report_generation.view, P report_generation.print                                      | VP*        | VP*    | VPb        | Vb      |             |                 |         |
Student reports      | V report_student.view, P report_student.print                                            | VP*        | VP*    | VPb        | VPb     | VPb         |                 |         |
Attendance reports   | V report_attendance.view, P report_attendance.print                                      | VP*        | VP*    | VPb        |         | VPb         | VPc             | VPc     | Vo
Branch collections   | V report_branch_money.view, P report_branch_money.print                                  | VP*        | VP*    | VPb        |         |             |                 |         |
Branch classes       | V report_branch_subject.view, P report_branch_subject.print                              | VP*        | VP*    | VPb        | Vb      | VPb         |                 |         |
Trainers' attendance | V report_trainer.view, P report_trainer.print                                            | VP*        | VP*    | VPb        |         | VPb         |                 | VPo     |
E-invoices           | V einvoice.view, P einvoice.print, X einvoice.submit, D einvoice.cancel                  | VPXD*      | VPXD*  | VPb        | Vb      |             |                 |         | Vo
Consolidation        | V consolidation.view, U consolidation.edit                                               | VU*        | VU*    | V*         |         |             |                 |         |
E-invoice requests   | V einvoice_request.view, U einvoice_request.edit, C einvoice_request.create              | VU*        | VU*    | Vb         | VUb     |             |                 |         | VCo
Audit log            | V audit.view, P audit.print                                                              | VP*        | VP*    |            |         |             |                 |         |
Import               | V import.view, X import.run, R import.upload                                             | VXR*       | VXR*   |            | VRb     |             |                 |         |
Backup               | X backup.run                                                                             | X*         |        |            |         |             |                 |         |
API keys             | V api_key.view, U api_key.edit                                                           | VU*        | V*     |            |         |             |                 |         |
Help                 | V help.view                                                                              | V*         | V*     | V*         | V*      | V*          | V*              | V*      | V*
`

/** The same for operators, where there is no scope. */
const operatorMatrix = `
resource      | letters                                                                                               | owner | finance | support | auditor
Dashboard     | V admin.dashboard.view                                                                                | V     | V       | V       | V
Own account   | V admin.profile.view, U admin.profile.edit                                                            | VU    | VU      | VU      | VU
Features      | V admin.feature.view, U admin.feature.edit, P admin.feature.print                                     | VUP   | VP      | V       | V
Packages      | V admin.package.view, U admin.package.edit, P admin.package.print                                     | VUP   | VP      | V       | V
Registrations | V admin.registration.view, A admin.registration.decide, P admin.registration.print                    | VAP   | V       | VAP     | V
Organisations | V admin.entity.view, C admin.entity.create, U admin.entity.edit, X admin.entity.activate, D admin.entity.remove, P admin.entity.print | VCUXDP | VP | VU | V
Zakat         | V admin.zakat.view, A admin.zakat.decide, P admin.zakat.print                                         | VAP   | VAP     |         | VP
Bank changes  | V admin.entity_bank.view, A admin.entity_bank.confirm                                                 | VA    | VA      |         | V
Subscriptions | V admin.subscription.view, U admin.subscription.edit, P admin.subscription.print                      | VUP   | VUP     | V       | V
Collections   | V admin.collection.view, Y admin.collection.payer, P admin.collection.print                           | VYP   | VYP     | V       | VYP
Payouts       | V admin.payout.view, C admin.payout.create, A admin.payout.approve, P admin.payout.print              | VCAP  | VCP     |         | VP
Revenue       | V admin.revenue.view, U admin.revenue.edit, P admin.revenue.print                                     | VUP   | VUP     |         | VP
Audit log     | V admin.audit.view, O admin.audit.own, P admin.audit.print                                            | VP    | V       | O       | VP
Help          | X admin.entity.help                                                                                   |       |         | X       |
Operators     | V admin.operator.view, U admin.operator.edit                                                          | VU    |         |         |
Payment exceptions | V admin.payment_exception.view, S admin.payment_exception.settle, P admin.payment_exception.print   | VSP   | VSP     | V       | VP
FPX itself    | V admin.fpx.view                                                                                      | V     |         | V       | V
Legal papers  | V admin.legal.view, U admin.legal.edit                                                                 | VU    | V       | V       | V
Holidays      | V admin.holiday.view, U admin.holiday.edit                                                             | VU    | VU      | VU      | V
Failed jobs   | V admin.job.view, X admin.job.retry                                                                   | VX    |         | VX      | V
`

const wide: Record<string, Scope> = { '*': 'all', b: 'branch', c: 'class', o: 'own' }

/** A table in text, as permission → what the cell of each role says of it. */
function read<T>(text: string, cellOf: (cell: string, letter: string) => T | undefined) {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    rows.flatMap(([, letters = '', ...cells]) =>
      letters.split(', ').map((pair) => {
        const [letter = '', permission = ''] = pair.split(' ')
        const given = cells.flatMap((cell, index) => {
          const value = cellOf(cell, letter)
          return value === undefined ? [] : [[head[index + 2]!, value] as const]
        })
        return [permission, given] as const
      }),
    ),
  )
}

const plain = (table: object) => JSON.parse(JSON.stringify(table))
const sorted = (pairs: readonly (readonly [string, unknown])[]) => Object.fromEntries([...pairs].sort())

describe('the permission table is the one that was specified', () => {
  const specified = read(matrix, (cell, letter) =>
    cell.includes(letter) ? wide[cell.at(-1) as string] : undefined,
  )

  test('every permission is in the matrix and every cell in the table', () => {
    expect(Object.keys(specified).sort()).toEqual([...permissions].sort())
  })
  test.each(permissions)('%s', (permission) => {
    expect(plain(grants[permission])).toEqual(sorted(specified[permission]!))
  })
})

describe('the table of operators is the one that was specified', () => {
  const specified = read(operatorMatrix, (cell, letter) => (cell.includes(letter) ? true : undefined))

  test('nothing is missing on either side', () => {
    expect(Object.keys(specified).sort()).toEqual(Object.keys(operatorGrants).sort())
  })
  test.each(Object.keys(operatorGrants) as (keyof typeof operatorGrants)[])('%s', (permission) => {
    const may = operatorRoles.filter((role) => operatorMay(role, permission))
    expect(may).toEqual(specified[permission]!.map(([role]) => role))
  })
})

describe('roles add up', () => {
  test('the widest scope of any role counts, in whatever order they are held', () => {
    for (const held of [
      ['parent', 'clerk', 'admin'],
      ['admin', 'clerk', 'parent'],
    ] as Role[][])
      expect(scopeOf(held, 'invoice.view')).toBe('all')
    expect(scopeOf(['parent', 'clerk'], 'invoice.view')).toBe('branch')
    expect(scopeOf(['trainer', 'parent'], 'student.view')).toBe('class')
    expect(scopeOf(['trainer', 'parent'], 'invoice.view')).toBe('own')
  })
  test('no role gives nothing', () => {
    for (const permission of permissions) expect(scopeOf([], permission)).toBeUndefined()
  })
  test('two roles never give more than each of them', () => {
    const reach = (held: Role[], permission: (typeof permissions)[number]) =>
      ['own', 'class', 'branch', 'all'].indexOf(scopeOf(held, permission) ?? '')
    for (const permission of permissions)
      for (const one of roles)
        for (const other of roles)
          expect(reach([one, other], permission)).toBe(
            Math.max(reach([one], permission), reach([other], permission)),
          )
  })
})

test('who looks after classes, and who teaches, holds no permission that shows money', () => {
  const money =
    /^(invoice|payment|refund|collection|payout|fee_category|fee_type|line_template|subject_fee|discount|student_discount|enrolment_fee|donation|infaq_type|zakat_type|fund_move|payment_option|generation|report_money|report_generation|report_branch_money|einvoice|consolidation|einvoice_request|credit|bank)\./
  const shown = permissions.filter(
    (permission) =>
      money.test(permission) &&
      permission !== 'invoice.paid_flag' &&
      scopeOf(['class-admin', 'class-assistant', 'trainer'], permission),
  )
  expect(shown).toEqual([])
})

test('roles make profiles', () => {
  expect(profilesOf([])).toEqual([])
  expect(profilesOf(['clerk', 'admin'])).toEqual(['staff'])
  expect(profilesOf(['parent', 'trainer'])).toEqual(['trainer', 'parent'])
  expect(profilesOf(['parent', 'clerk', 'trainer'])).toEqual(['staff', 'trainer', 'parent'])
})

test('a profile never gives a role that its person does not hold, and all of them together give every one', () => {
  fc.assert(
    fc.property(fc.subarray([...roles]), fc.constantFrom(null, ...profileNames), (held, profile) => {
      const within = rolesWithin(held, profile)
      expect(within.every((role) => held.includes(role))).toBe(true)
      expect(within.length).toBeLessThanOrEqual(held.length)
      expect(
        profilesOf(held)
          .flatMap((name) => rolesWithin(held, name))
          .sort(),
      ).toEqual([...held].sort())
      expect(rolesWithin(held, null)).toEqual(held)
    }),
  )
})
