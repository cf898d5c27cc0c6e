import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of families that register by themselves. */
export const registerRoutes: RouteConfigEntry[] = [
  route('register', 'routes/tenant/register/start.tsx'),
  route('register/classes', 'routes/tenant/register/classes.tsx'),
  route('register/picture/:noun/:id', 'routes/tenant/register/picture.ts'),
  route('register/:subjectId', 'routes/tenant/register/subject.tsx'),
  route('register/parent/:place', 'routes/tenant/register/parent.tsx'),
  route('register/parent/:place/more', 'routes/tenant/register/parent.tsx', {
    id: 'routes/tenant/register/parent.more',
  }),
  route('register/parent/remove', 'routes/tenant/register/parent-remove.ts'),
  route('register/students', 'routes/tenant/register/students.tsx'),
  route('register/student/:place', 'routes/tenant/register/student.tsx'),
  route('register/student/:place/more', 'routes/tenant/register/student.tsx', {
    id: 'routes/tenant/register/student.more',
  }),
  route('register/student/add', 'routes/tenant/register/student-add.ts'),
  route('register/student/remove', 'routes/tenant/register/student-remove.ts'),
  route('register/subjects', 'routes/tenant/register/subjects.tsx'),
  route('register/subjects/:place', 'routes/tenant/register/choose.tsx'),
  route('register/questions', 'routes/tenant/register/questions.tsx'),
  route('register/documents', 'routes/tenant/register/documents/upload.tsx'),
  route('register/documents/remove', 'routes/tenant/register/documents/remove.ts'),
  route('register/file/:id', 'routes/tenant/register/documents/file.ts'),
  route('register/review', 'routes/tenant/register/review.tsx'),
  route('register/phone', 'routes/tenant/register/phone.ts'),
  route('register/phone/code', 'routes/tenant/register/phone-code.tsx'),
  route('register/later', 'routes/tenant/register/later.tsx'),
  route('register/resume/:code', 'routes/tenant/register/resume.ts'),
  route('register/forget', 'routes/tenant/register/forget.ts'),
  route('register/done', 'routes/tenant/register/done.tsx'),
  route('application/status/:code', 'routes/tenant/register/status.tsx'),
]

/** The pages on which an organisation decides how they do. */
export const registrationSettingRoutes: RouteConfigEntry[] = [
  route('setting/registration', 'routes/tenant/setting/registration/view.tsx'),
  route('setting/registration/edit', 'routes/tenant/setting/registration/edit.tsx'),
  route('setting/registration/fields', 'routes/tenant/setting/registration/fields.tsx'),
  route('setting/registration/preview', 'routes/tenant/setting/registration/preview.tsx'),
  route('setting/registration/answers', 'routes/tenant/setting/registration/answers.ts'),
  route('setting/registration/question/new', 'routes/tenant/setting/registration/question-new.tsx'),
  route('setting/registration/question/move', 'routes/tenant/setting/registration/question-move.ts'),
  route('setting/registration/question/remove', 'routes/tenant/setting/registration/question-remove.ts'),
  route('setting/registration/question/:id', 'routes/tenant/setting/registration/question.tsx'),
]
