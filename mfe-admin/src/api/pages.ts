/** What a text page is called where it has no title yet. */
export const nameOfPage = ({ title, slug }: { title: string; slug: string }): string =>
  title || slug.replaceAll('-', ' ');
