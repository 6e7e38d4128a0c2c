module repository.invalid/owner/sequential_uuids/clients/go

go 1.22
