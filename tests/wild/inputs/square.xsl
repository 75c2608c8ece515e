<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:template match="/r"><xsl:for-each select="i">
    <xsl:sort select="@n" data-type="number" order="descending"/>
    <xsl:if test="position() mod 50 = 1"><xsl:value-of select="concat(@n, ' ', ., '&#10;')"/></xsl:if>
  </xsl:for-each><xsl:value-of select="sum(i/@n)"/></xsl:template>
</xsl:stylesheet>
