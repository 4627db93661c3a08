import { type SystemAttack, said } from './system-attack.ts';

/** Answers in no form that the codec knows, and in forms that lie. */
export const madeUpValues: readonly SystemAttack[] = [
  ...said({
    'a set that holds its own members’ sum': 'b"v{" + b"".join(b"i%x;" % n for n in range(190000)) + b"}"',
    'a dict of dicts of one key': 'b"v" + b"di1;" * 160 + b"N" + b";" * 160',
    'a reference to what is not there yet': 'b"v[r0;r1;[r3;]]"',
    'a key that refers to a list': 'b"v[[]{r1;}]"',
    'a list that is its own key’s value': 'b"vd(i1;)r0;;"',
    'counts that are no numbers': 'b"vxCounter:((s1:ax constant:s8:Ellipsis))"',
    'an ordered map with two equal keys': 'b"vxOrderedDict:((s1:ai1;)(s1:ai6;))"',
    'a deque of minus one': 'b"vxdeque:(()i-1;)"',
    'a date before all': 'b"vxdate:(i0;i0;i0;)"',
    'a fraction of nothing': 'b"vxFraction:(i6;i0;)"',
    'a number that signals': 'b"vxDecimal:(i0;()s1:N)"',
    'a number of many digits that are no digits': 'b"vxDecimal:(i0;(" + b"i63;" * 4000 + b")i0;)"',
    'a float of words': 'b"vfinfinity;"',
    'a float that is written otherwise': 'b"vf6_0;"',
    'a number in other digits': 'b"vi\\xd9\\xa6;"',
    'a text of half a character': 'b"vs3:\\xed\\xa0\\x80"',
    'a type that is a warning': 'b"vxtype:s14:UnicodeWarning"',
    'an error without a class': 'b"e([])N"',
    'an int with a sign and nothing else': 'b"vi-;"',
    'an int with underscores': 'b"vi0_7;"',
    'a reference to what was never said': 'b"v[r99;]"',
    'a text longer than what follows': 'b"vs99999999:ab"',
    'a list as the key of a dict': 'b"v{[]i6;}"',
    'a decimal of digits that are none': 'b"vxDecimal:(i0;(iff;i6;)i0;)"',
    'a time between dates beyond all': 'b"vxtimedelta:(i3b9aca00;i0;i0;)"',
    'a range without a step': 'b"vxrange:(i0;i6;i0;)"',
    'an outcome of an unknown kind': 'b"z" + b"vi6;"',
  }),
];
