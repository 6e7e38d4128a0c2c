using System;
using System.Data.SqlTypes;
using System.IO;
using System.Linq;

// Prints the keys in a file as Guid or SqlGuid sorts them.
internal static class Sorting
{
    private static void Main(string[] arguments)
    {
        var keys = File.ReadLines(arguments[1]).Select(Guid.Parse);
        foreach (Guid key in arguments[0] == "Guid" ? keys.OrderBy(key => key) : keys.OrderBy(key => new SqlGuid(key)))
        {
            Console.WriteLine(key);
        }
    }
}
