import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of billing a month, and of its log. */
export const generationRoutes: RouteConfigEntry[] = [
  route('invoice/generation', 'routes/tenant/generation/list.tsx'),
  route('invoice/generation/new', 'routes/tenant/generation/new.tsx'),
  route('invoice/generation/view/:id', 'routes/tenant/generation/view.tsx'),
  route('invoice/generation/run/:id', 'routes/tenant/generation/run.ts'),
  route('invoice/generation/again/:id', 'routes/tenant/generation/again.ts'),
  route('invoice/generation/remove/:id', 'routes/tenant/generation/remove.ts'),
  route('invoice/generation/retry/:id', 'routes/tenant/generation/retry.ts'),
  route('invoice/generation/undo/:id', 'routes/tenant/generation/undo.tsx'),
  route('invoice/generation/student/:id', 'routes/tenant/generation/student.tsx'),
  route('generation-student', 'routes/tenant/generation/students.tsx'),
  route('report/invoice/invoiceGenerationLog', 'routes/tenant/generation/log.tsx'),
  route('setting/generation', 'routes/tenant/setting/generation/view.tsx'),
  route('setting/generation/edit', 'routes/tenant/setting/generation/edit.tsx'),
]
