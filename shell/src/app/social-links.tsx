import { FacebookIcon, InstagramIcon, MapIcon } from './icons.tsx';
import { useBrand } from './shell-data.ts';
import classes from './social-links.module.css';

export function SocialLinks() {
  const social = useBrand()?.social;
  if (!social) return null;
  return (
    <ul className={classes.links}>
      <li>
        <a href={social.instagram} target="_blank" rel="noreferrer" aria-label="Instagram (opens in a new tab)">
          <InstagramIcon />
        </a>
      </li>
      <li>
        <a href={social.facebook} target="_blank" rel="noreferrer" aria-label="Facebook (opens in a new tab)">
          <FacebookIcon />
        </a>
      </li>
      <li>
        <a href={social.maps} target="_blank" rel="noreferrer" aria-label="Find us on the map (opens in a new tab)">
          <MapIcon />
        </a>
      </li>
    </ul>
  );
}
