	int a; /* [31m red,  C1, ä, � */
	tab	here
no newline at the end