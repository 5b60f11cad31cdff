import { useQuery } from '@tanstack/react-query';
import { brandQuery, type Officer } from '../../components/brand.ts';
import s from './contact-details.module.css';

interface Way {
  name: string;
  /** Left out when it is empty. */
  text: string;
  href?: string;
  outside?: true;
}

/** Contact details, maintained in one place. */
export function ContactDetails() {
  const { data } = useQuery(brandQuery);
  if (!data) return null;
  const { phone, email, city, chatLink, social, grievanceOfficer } = data.brand;
  return (
    <>
      <Ways
        ways={[
          { name: 'Phone', text: phone, href: callOf(phone) },
          { name: 'E-mail', text: email, href: `mailto:${email}` },
          { name: 'Chat', text: 'Write to us', href: chatLink, outside: true },
          { name: 'Workshop', text: city, href: social.maps, outside: true },
        ]}
      />
      {grievanceOfficer && <Grievances officer={grievanceOfficer} />}
    </>
  );
}

/** Who answers complaints, which shops in India have to name. */
function Grievances({ officer: { name, email, phone, hours, promise } }: { officer: Officer }) {
  return (
    <section className={s.grievances} aria-labelledby="grievances">
      <h2 id="grievances">Grievance officer</h2>
      <p>{promise}</p>
      <Ways
        ways={[
          { name: 'Name', text: name },
          { name: 'E-mail', text: email, href: `mailto:${email}` },
          { name: 'Phone', text: phone, href: callOf(phone) },
          { name: 'Hours', text: hours },
        ]}
      />
    </section>
  );
}

const callOf = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;

function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <address>
      <dl className={s.ways}>
        {ways
          .filter(({ text }) => text)
          .map(({ name, text, href, outside }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {href === undefined ? (
                  text
                ) : (
                  <a href={href} {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}>
                    {text}
                  </a>
                )}
              </dd>
            </div>
          ))}
      </dl>
    </address>
  );
}
