"""Names of functions that compute or look and change nothing, over all dialects.

From the catalogue of PostgreSQL 15 (`pg_proc`: immutable and stable functions, and those of the volatile ones that
only look) and the function references of the other databases. A function that stands nowhere is unknown.
"""

from __future__ import annotations

from typing import Final

HARMLESS: Final = frozenset(
    """
    abbrev abs aclcontains acldefault aclexplode aclinsert aclitemeq aclremove acos acosd acosh add_days add_hours
    add_minutes add_months add_seconds add_weeks add_years adddate addtime aes_decrypt aes_encrypt age agg aggregate
    ai_agg ai_classify ai_embed ai_generate ai_similarity ai_summarize_agg akeys all and anonymous_agg_func any
    any_value anyheavy anylast anytextcat app_name appends apply arbitrary area arg_max arg_min argmax argmin array
    arrayagg arraycompact arrayconcat arraycontained arraycontains arraydistinct arrayexcept arrayfilter arrayjoin
    arraymap arraymax arraymin arrayoverlap arrayreverse arrays_overlap arrays_zip arrayslice arraysum ascii asin
    asind asinh atan atan2 atan2d atand atanh atn2 aurora_list_builtins aurora_replica_status aurora_version avals
    average avg avgif aws_rds_version base64 base64_decode_binary base64_decode_string base64_encode benchmark
    bfilename bigint bin_to_uuid binary binary_checksum bit bitand bitand_agg bitandagg bitnot bitor bitor_agg
    bitoragg bitshiftleft bitshiftright bitwise_and bitwise_and_agg bitwise_count bitwise_not bitwise_or
    bitwise_or_agg bitwise_xor bitwise_xor_agg bitxor bitxor_agg bitxoragg blob blobastext bm25 bool bool_and bool_or
    booland booland_agg boolean boolnot boolor boolor_agg boolxor boolxor_agg bound_box box broadcast broadcastjoin
    bson_extract_bigint bson_extract_bson bson_extract_double bson_extract_string bt_index_check bt_index_parent_check
    bt_metap bt_page_items bt_page_stats btrim byte_length cardinality case cast cast_to_str_type cbrt ceil ceiling
    center certproperty changes char char_length character_length charindex charset chartorowid check_json check_xml
    checksum checksum_agg choose chr chunks_detailed_size circle city_hash64 cityhash64 clob clock_timestamp close_ls
    close_lseg close_pb close_pl close_ps close_sb cluster clusterallreplicas coalesce code_points_to_bytes
    code_points_to_string coercibility col_description col_length col_name collate collation collect_list collect_set
    columnproperty columns columns_updated combined_agg_func combined_parameterized_agg compress concat concat_ws
    connect_by_root connection_id connectionproperty contains contains_substr context_info conv convert convert_from
    convert_timezone convert_to convert_to_charset convert_tz copy_history corr cos cosd cosh cosine_distance
    cosinedistance cot cotd coth count count_big count_if countd countdistinct countif countmatches covar_pop
    covar_samp crc32 crdb_internal.node_executable_version crosstab crypt csc csch csv_scan cume_dist curdate
    current_account current_account_name current_available_roles current_catalog current_client current_database
    current_date current_datetime current_ip_address current_localtimestamp current_organization_name
    current_organization_user current_query current_region current_role current_role_type current_schema
    current_schemas current_secondary_roles current_session current_setting current_statement current_time
    current_timestamp current_timezone current_transaction current_user current_user_id current_version
    current_warehouse currentdatabase currentschemas currentuser currtid2 currval cursor_to_xml curtime database
    database_to_xml database_to_xml_and_xmlschema database_to_xmlschema databasepropertyex datalength date date_add
    date_bin date_diff date_format date_from_parts date_from_unix_date date_parse date_part date_str_to_date date_sub
    date_to_date_str date_to_di date_trunc dateadd datediff datediff_big datefromparts datemultirange datename dateof
    datepart daterange daterange_canonical daterange_subdiff datesub datetime datetime64 datetime_add datetime_diff
    datetime_pl datetime_sub datetime_trunc datetimefromparts datetimetz_pl datetrunc datetype day day_of_month
    day_of_week day_of_year dayname dayofmonth dayofweek dayofweek_iso dayofweekiso dayofyear days_between db_id
    db_name dblink_connect dblink_disconnect dblink_get_connections dbms_lob.getlength dbms_lob.substr
    dbms_metadata.get_ddl dbms_random.value dbms_utility.get_time dbms_xplan.display dbms_xplan.display_awr
    dbms_xplan.display_cursor dcbrt decimal decimal128 decimal32 decimal64 decode decode_case decompress_binary
    decompress_string decrypt decrypt_raw degrees delta_scan dense_rank dexp di_to_date diagonal diameter dictget
    dictgetordefault dicthas difference digest directory div div0 div0null dlog1 dlog10 dm_db_index_operational_stats
    dm_db_index_physical_stats dm_exec_input_buffer dm_exec_query_plan dm_exec_sql_text dm_io_virtual_file_stats
    dmetaphone dot_product double dow doy dpow dround dsqrt dtrunc duckdb_columns duckdb_constraints duckdb_databases
    duckdb_extensions duckdb_functions duckdb_indexes duckdb_memory duckdb_settings duckdb_tables duckdb_views dump
    dynamic_identifier earth_distance edit_distance editdist3 editdistance elem_contained_by_multirange
    elem_contained_by_range element_at elt embed empty_blob empty_clob encode encrypt encrypt_raw ends_with endswith
    enum enum16 enum8 enum_first enum_range eomonth epoch epoch_ms equal_null error error_line error_message
    error_number error_procedure error_severity error_state euclidean_distance every exist exists exp explode
    explode_outer exploding_generate_series export_set external_query extract extractvalue factorial family
    farm_fingerprint farmfingerprint64 features_at_time field file file_name filegroup_name filter find find_in_set
    findnth first first_value fixedstring flatten float float64 floor flt4_mul_cash flt8_mul_cash fmgr_c_validator
    fmgr_internal_validator fmgr_sql_validator fn_dblog fn_get_audit_file fn_helpcollations fn_my_permissions
    fn_virtualfilestats forecast format format_bytes format_date format_datetime format_pico_time format_string
    format_time format_timestamp format_type formatdatetime formatmessage formatreadablequantity formatreadablesize
    formatreadabletimedelta found_rows from_base from_base32 from_base64 from_days from_hex from_iso8601_date
    from_iso8601_timestamp from_iso8601_timestamp_nanos from_json from_posix_time from_tz from_unixtime
    from_utc_timestamp from_utf8 fts5 gap_fill gcd gen_random_uuid gen_salt generate generate_array generate_bool
    generate_date_array generate_double generate_embedding generate_int generate_series generate_subscripts
    generate_table generate_text generate_text_embedding generate_timestamp_array generate_uuid generaterandom
    generator geography geometry get get_bit get_byte get_current_time get_current_ts_config get_ddl get_extract
    get_ignore_case get_json_object get_lock get_path get_raw_page getbit getdatabaseencoding getdate getpgusername
    getutcdate glob greatest greatest_ignore_nulls group_concat grouparray groupbitand groupbitor groupbitxor
    groupconcat grouping grouping_id groupuniqarray gtid_subset gtid_subtract has has_dbaccess has_perms_by_name
    hasall hasany hash hash_agg hash_md5 hash_sha hash_sha1 hash_sha256 hash_sha512 hashbytes hashtype_md5 hdfs
    heap_page_items height hex hex_decode_binary hex_decode_string hex_encode hextoraw highlight hll hmac host host_id
    host_name hostmask hostname hour hours_between hstore hypertable_detailed_size hypertable_size iceberg_scan
    iceberg_snapshots ident_current ident_incr ident_seed identifier if iff ifnull iif ilike in_range index_col
    indexkey_property indexof indexproperty information_schema.query_history initcap inline input insert instr instrb
    int int64 integer integer_pl_date interval isclosed isdate isempty isfinite isinf isinfinite isjson isnan isnull
    isnumeric isodow isopen isparallel isperp jaro_winkler_similarity jarowinkler_similarity jarowinklersimilarity
    json jsonb jsonextractraw jsonextractstring julianday justify_days justify_hours justify_interval kurtosis
    l2_distance l2distance lag last last_day last_day_of_month last_insert_id last_insert_rowid last_query_id
    last_value lastval lax_bool lax_float64 lax_int64 lax_string lcase lcm lead least least_ignore_nulls left leftpad
    len length lengthb levenshtein levenshtein_distance levenshtein_less_equal levenshteindistance like like_escape
    likelihood likely line list list_aggregate list_append list_concat list_contains list_cosine_distance
    list_distance list_distinct list_filter list_has list_has_any list_max list_min list_prepend list_reverse_sort
    list_sort list_transform list_value listagg ll_to_earth ln lnnvl lo_close lo_get lo_lseek lo_lseek64 lo_open
    lo_tell lo_tell64 load_file localtime localtimestamp locate log log10 log2 logical_and logical_or login_history
    loread lowcardinality lower lower_hex lower_inc lower_inf lpad lseg lsmode ltrim m_d5_number_lower64
    m_d5_number_upper64 macaddr macaddr8 make_date make_interval make_set make_time make_timestamp make_timestamptz
    makeaclitem makedate maketime manhattan_distance map map_cat map_contains_key map_delete map_from_arrays
    map_from_entries map_insert map_keys map_pick map_size mapjoin masklen master_pos_wait match match_against max
    max_by maxif maxtimeuuid md5 md5_binary md5_digest md5_hex md5_number_lower64 md5_number_upper64 median merge
    mergejoin metaphone microsecond min min_active_rowversion min_by min_scale minhash minhash_combine minif
    mintimeuuid minute minutes_between ml.evaluate ml.predict ml.weights mod mode money month monthname months_add
    months_between mul_d_interval multiif multirange murmur_hash mxid_age mysql_scan name name_const named_struct
    nanvl nchar nclob negative net.host net.ip_from_string net.reg_domain net_func netmask network new_time newid
    newsequentialid next_day next_value_for nodes normal normalize normalize_and_casefold notlike now npoints
    nth_value ntile nullable nullif nullifzero num_nonnulls num_nulls number number_to_str numbers numbers_mt numeric
    nummultirange numnode numrange numrange_subdiff numtodsinterval numtoyminterval nvarchar nvarchar2 nvl nvl2
    obj_description object_agg object_construct object_construct_keep_null object_definition object_id object_insert
    object_keys object_name object_schema_name object_transform objectproperty objectpropertyex oct octet_length oid
    opendatasource openjson openrowset openxml or ora_hash ord original_login overlaps overlay pad page_header
    parameterized_agg parquet_file_metadata parquet_metadata parquet_scan parquet_schema parse parse_bignumeric
    parse_date parse_datetime parse_ident parse_ip parse_json parse_numeric parse_time parse_timestamp parse_url
    parsedatetime parsename path patindex pclose percent_rank percentile percentile_approx percentile_cont
    percentile_disc period_add period_diff pg_advisory_lock pg_advisory_lock_shared pg_advisory_unlock
    pg_advisory_unlock_all pg_advisory_unlock_shared pg_advisory_xact_lock pg_advisory_xact_lock_shared
    pg_available_extension_versions pg_available_extensions pg_backend_pid pg_blocking_pids pg_buffercache_pages
    pg_char_to_encoding pg_check_frozen pg_client_encoding pg_collation_actual_version pg_collation_for
    pg_column_compression pg_column_is_updatable pg_conf_load_time pg_config pg_control_checkpoint pg_control_init
    pg_control_recovery pg_control_system pg_current_logfile pg_current_snapshot pg_current_wal_flush_lsn
    pg_current_wal_insert_lsn pg_current_wal_lsn pg_current_xact_id pg_current_xact_id_if_assigned
    pg_current_xlog_location pg_cursor pg_database_collation_actual_version pg_describe_object pg_encoding_max_length
    pg_encoding_to_char pg_event_trigger_ddl_commands pg_event_trigger_dropped_objects
    pg_event_trigger_table_rewrite_oid pg_event_trigger_table_rewrite_reason pg_export_snapshot
    pg_extension_update_paths pg_filenode_relation pg_freespace pg_has_role pg_hba_file_rules pg_ident_file_mappings
    pg_identify_object pg_identify_object_as_address pg_index_column_has_property pg_index_has_property
    pg_indexam_has_property pg_indexam_progress_phasename pg_is_in_recovery pg_is_other_temp_schema
    pg_is_wal_replay_paused pg_isolation_test_session_is_blocked pg_jit_available pg_last_committed_xact
    pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_last_xlog_receive_location
    pg_last_xlog_replay_location pg_listening_channels pg_lock_status pg_log_backend_memory_contexts
    pg_logical_slot_peek_binary_changes pg_logical_slot_peek_changes pg_ls_archive_statusdir pg_ls_dir pg_ls_logdir
    pg_ls_logicalmapdir pg_ls_logicalsnapdir pg_ls_replslotdir pg_ls_tmpdir pg_ls_waldir pg_lsn pg_lsn_hash
    pg_lsn_hash_extended pg_lsn_pli pg_mcv_list_items pg_my_temp_schema pg_notification_queue_usage
    pg_options_to_table pg_partition_ancestors pg_partition_root pg_partition_tree pg_postmaster_start_time
    pg_prepared_statement pg_prepared_xact pg_prewarm pg_read_binary_file pg_read_file pg_relation_filenode
    pg_relation_filepath pg_relation_is_publishable pg_relation_is_updatable pg_replication_origin_oid
    pg_replication_origin_progress pg_replication_origin_session_is_setup pg_replication_origin_session_progress
    pg_safe_snapshot_blocking_pids pg_sequence_last_value pg_sequence_parameters pg_settings_get_flags
    pg_show_all_file_settings pg_show_all_settings pg_show_replication_origin_status pg_size_bytes pg_size_pretty
    pg_sleep pg_sleep_for pg_sleep_until pg_snapshot_xip pg_snapshot_xmax pg_stat_clear_snapshot pg_stat_file
    pg_stat_have_stats pg_stat_statements pg_stat_statements_info pg_tablespace_databases pg_tablespace_location
    pg_timezone_abbrevs pg_timezone_names pg_trigger_depth pg_try_advisory_lock pg_try_advisory_lock_shared
    pg_try_advisory_xact_lock pg_try_advisory_xact_lock_shared pg_typeof pg_visibility pg_visibility_map
    pg_visible_in_snapshot pg_wal_lsn_diff pg_walfile_name pg_walfile_name_offset pg_xact_commit_timestamp
    pg_xact_commit_timestamp_origin pg_xact_status pgp_sym_decrypt pgp_sym_encrypt pgroonga pgstatindex pgstattuple
    pgstattuple_approx phraseto_tsquery pi plainto_tsquery point polygon popen posexplode posexplode_outer position
    postgres_fdw_get_connections postgres_scan postgresql_fdw_validator pow power pragma_database_list
    pragma_index_info pragma_index_list pragma_table_info pragma_table_list predict previous_day printf
    ps_current_thread_id ps_thread_id quantile quantile_cont quantile_disc quantileexact quantiles quantiletdigest
    quarter query query_history querytree quote quote_ident quote_literal quote_nullable quotename radians radius rand
    randcanonical randn random random_bytes randomblob randstr range rank raw rawtohex rds_superuser read_blob
    read_csv read_csv_auto read_json read_json_auto read_ndjson read_parquet read_text readfile reduce reg_domain
    regclass regexp regexpextract release_all_locks release_lock remote remotesecure repeat repeated_count repeatstr
    replace replicate result_scan reverse right rightpad rint rlike round row row_count row_number row_security_active
    row_to_json rowcount_big rowidtochar rpad rtrim rtrimmed_length s3 s3cluster safe_add safe_cast
    safe_convert_bytes_to_string safe_divide safe_func safe_multiply safe_negate safe_subtract
    satisfies_hash_partition scale schema schema_id schema_name schema_to_xml schema_to_xml_and_xmlschema
    schema_to_xmlschema scn_to_timestamp scope_identity scope_resolution search search_ip sec sec_to_time sech second
    seconds_between secret semantic_view seq1 seq2 seq4 seq8 sequence serverproperty session_context session_id
    session_user sessionproperty set_agg set_bit set_byte set_config set_masklen setseed setweight sha sha1
    sha1_binary sha1_hex sha2 sha224 sha256 sha2_binary sha2_hex sha3 sha384 sha512 shiftleft shiftright
    shobj_description show_chunks show_limit show_trgm shuffle shuffle_hash shuffle_replicate_nl shufflemerge sign
    signum similar_escape similar_to_escape similarity sin sind sinh size skew skewness skeys sleep slice slope
    smallint sniff_csv snippet some sort_array soundex soundex_p123 source_pos_wait space split split_by_string
    split_part split_to_array split_to_map split_to_table splitbychar splitbyregexp splitbystring splitpart
    sqlite_compileoption_used sqlite_scan sqlite_source_id sqlite_version sqrt square stack standard_hash star_map
    starts_with startswith statement_digest statement_digest_text statement_timestamp stats_date std stddev stddev_pop
    stddev_samp stdev stdevp stl_load_errors str_position str_split str_split_regex str_to_date str_to_map str_to_time
    str_to_unix strftime string string_agg string_escape string_split string_split_regex string_to_array
    string_to_table stringagg strip strip_accents strip_null_value strpos strptime strtok strtok_split_to_table
    strtok_to_array strtol struct struct_extract struct_pack stuff subdate substr substrb substring substring_index
    substringindex subtime sum sumdistinct sumif sumwithoverflow suser_id suser_name suser_sid suser_sname svals
    svv_table_info switchoffset sys_context sys_extract_utc sys_fn_get_audit_file sys_guid sysdate sysdatetime
    sysdatetimeoffset system$allowlist system$clustering_depth system$clustering_information
    system$estimate_query_acceleration system$get_predecessor_return_value system$last_change_commit_time
    system$pipe_status system$stream_has_data system$typeof system$version system$whitelist system_user systimestamp
    sysutcdatetime table table_ddl table_storage_metrics table_to_xml table_to_xml_and_xmlschema table_to_xmlschema
    tan tand tanh task_history text textanycat textasblob textlen time time_add time_bucket time_diff time_format
    time_from_parts time_hash time_hash_extended time_slice time_str_to_date time_str_to_time time_str_to_unix
    time_sub time_to_sec time_to_str time_to_time_str time_to_unix time_trunc time_zone timeadd timedate_pl timediff
    timefromparts timeofday timescaledb_information timestamp timestamp_add timestamp_diff timestamp_from_parts
    timestamp_hash timestamp_hash_extended timestamp_ltz timestamp_ltz_from_parts timestamp_micros timestamp_millis
    timestamp_ntz timestamp_ntz_from_parts timestamp_seconds timestamp_sub timestamp_to_scn timestamp_trunc
    timestamp_tz_from_parts timestampadd timestampdiff timestampfromparts timestampltzfromparts timestampntzfromparts
    timestampsub timestamptz timestamptzfromparts timezone tinyint to_array to_ascii to_base32 to_base64 to_binary
    to_blob to_boolean to_char to_clob to_code_points to_date to_days to_decfloat to_decimal to_double to_dsinterval
    to_file to_geography to_geometry to_hex to_json to_json_string to_jsonb to_lob to_map to_nclob to_number
    to_numeric to_regclass to_regcollation to_regnamespace to_regoper to_regoperator to_regproc to_regprocedure
    to_regrole to_regtype to_seconds to_time to_timestamp to_timestamp_ltz to_timestamp_ntz to_timestamp_tz to_tsquery
    to_tsvector to_unix_timestamp to_unixtime to_utc_timestamp to_utf8 to_varchar to_variant to_yminterval todate
    todatetimeoffset today todayofweek toisoweek toisoyear token tomonday topk tostartofday tostartofhour
    tostartofmicrosecond tostartofmillisecond tostartofminute tostartofmonth tostartofquarter tostartofsecond
    tostartofyear total_changes totimestamp totypename tounixtimestamp transaction_timestamp transform translate
    trigger_nestlevel trim trim_array trim_scale trimboth trimleft trimright trunc truncate try try_add
    try_base64_decode_binary try_base64_decode_string try_cast try_convert try_decrypt try_decrypt_raw try_divide
    try_element_at try_hex_decode_binary try_hex_decode_string try_multiply try_parse try_parse_json try_subtract
    try_to_binary try_to_boolean try_to_date try_to_decfloat try_to_decimal try_to_double try_to_file try_to_number
    try_to_numeric try_to_time try_to_timestamp try_to_timestamp_ltz try_to_timestamp_ntz try_to_timestamp_tz trycast
    tsmultirange tsrange tsrange_subdiff tstzmultirange tstzrange tstzrange_subdiff tsvector_concat tsvector_to_array
    ttl tuple txid_current txid_current_if_assigned txid_current_snapshot txid_snapshot_xip txid_snapshot_xmax
    txid_status txid_visible_in_snapshot type_id type_name typeof typeproperty tz_offset ucase ulid_generate unaccent
    unbase64 unhex unicode uniform uniq uniqcombined uniqexact uniqhll12 unistr unix_date unix_micros unix_millis
    unix_seconds unix_timestamp unix_to_str unix_to_time unix_to_time_str unixepoch unixtimestampof unlikely unnest
    updatexml upper upper_inc upper_inf uptime url user user_id user_name userenv utc_date utc_time utc_timestamp
    utctimestamp uuid uuid_generate_v1 uuid_generate_v4 uuid_short uuid_string uuid_to_bin validate_password_strength
    value values var var_map var_pop var_samp varbinary varchar varchar2 variance variance_pop variance_samp varp
    vector vector_cosine_similarity vector_inner_product vector_l1_distance vector_l2_distance vector_search
    verify_heapam version version_num view viewexplain vsize wait_for_executed_gtid_set warehouse_load_history
    warehouse_metering_history websearch_to_tsquery week week_of_year week_start weekday weekiso weekofyear
    weeks_between weight_string width width_bucket wm_concat word_similarity writetime xact_state xor xpath
    xpath_exists xxhash64 year year_of_week year_of_week_iso yearofweek yearofweekiso years_between yearweek zeroblob
    zeroifnull zeros zipf
    """.split()
)
