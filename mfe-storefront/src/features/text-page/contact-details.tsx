import { useQuery } from '@tanstack/react-query';
import { brandQuery } from '../../components/brand.ts';
import s from './contact-details.module.css';

/** Contact details, maintained in one place. */
export function ContactDetails() {
  const { data } = useQuery(brandQuery);
  if (!data) return null;
  const { phone, email, city, chatLink, social } = data.brand;
  const ways = [
    { name: 'Phone', text: phone, href: `tel:${phone.replaceAll(/[^\d+]/g, '')}` },
    { name: 'E-mail', text: email, href: `mailto:${email}` },
    { name: 'Chat', text: 'Write to us', href: chatLink, outside: true },
    { name: 'Workshop', text: city, href: social.maps, outside: true },
  ].filter(({ text }) => text);
  return (
    <address>
      <dl className={s.ways}>
        {ways.map(({ name, text, href, outside }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <a href={href} {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}>
                {text}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </address>
  );
}
