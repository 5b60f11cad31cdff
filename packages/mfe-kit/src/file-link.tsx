// By its name: remotes bundle this file, and the API client must be the page's.
import { messageOf, toast } from '@shop/mfe-kit';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'download' | 'onClick'> {
  href: string;
  /** Makes a call that guests may not make, so that the session is renewed. When it fails or answers `false`, no file is fetched. */
  ask(): Promise<unknown>;
}

/**
 * A link that downloads a file of the person who is signed in. A plain link renews no session: in a page that was open longer than
 * an access token lives it would get a 401.
 */
export function FileLink({ href, ask, children, ...rest }: Props) {
  const fetchFile = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const link = document.createElement('a');
    link.href = href;
    link.download = '';
    try {
      if ((await ask()) !== false) link.click();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <a {...rest} href={href} download onClick={(event) => void fetchFile(event)}>
      {children}
    </a>
  );
}
