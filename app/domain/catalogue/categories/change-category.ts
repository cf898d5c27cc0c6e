import { keptVerbs } from '#app/domain/core/crud/kept-verbs.ts'
import { categoryForm } from './category-form.ts'
import { category } from './find-categories.ts'

/** What is done with categories; one that subjects have can only be deactivated. */
export const categories = keptVerbs('category', categoryForm, { subject: 'category_id' }, category)
