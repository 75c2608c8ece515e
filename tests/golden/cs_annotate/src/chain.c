void main(void)
{
   next();
   cold();
}
void a0(void)
{
   next();
   cold();
}
void a1(void)
{
   work();
   cold();
}
void b0(void)
{
   next();
   cold();
}
void b1(void)
{
   work();
   cold();
}
