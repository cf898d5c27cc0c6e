import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'

const box = z.boolean().optional()

/** How applications are decided; a box that is not ticked is a no. `version` is 0 before the first change. */
export const applicationSettingForm = z.object({
  auto_approve: box,
  fee_first: box,
  issue_on_approval: box,
  class_admin_approves: box,
  notify_staff: box,
  version: settingVersion,
})
