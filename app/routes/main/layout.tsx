import { Outlet } from '@remix-run/react'
import type { Handle } from '#app/server/routing/trees.ts'
import { StaffFrame } from '#app/ui/core/layout/frames.tsx'

export const handle = { access: 'operator', look: 'staff' } satisfies Handle

export default function OperatorLayout() {
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  )
}
