/**
 * Import it first: React as it is shipped, without the checks of its development, which make it twice as slow. The crawl
 * of walk/demo.http.test.ts meets every page with them.
 */
process.env.NODE_ENV = 'production'
